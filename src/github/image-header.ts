/** What an image is, from its own bytes: a name or a header may say anything. Pure, and reads the header only. */
import type { ImageType } from '../ports/images.ts';

interface ImageHeader {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Null for everything that is none of the four types, or whose size cannot be read. */
export function imageHeader(bytes: Buffer): ImageHeader | null {
  const found = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
  return found !== null && found.width > 0 && found.height > 0 ? found : null;
}

function png(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG) || ascii(bytes, 12, 4) !== 'IHDR') return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return null;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') return null;
  const sized = (width: number, height: number): ImageHeader => ({ type: 'image/webp', width, height });
  switch (ascii(bytes, 12, 4)) {
    case 'VP8X':
      return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    case 'VP8 ':
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
        : null;
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const packed = bytes.readUInt32LE(21);
      return sized((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    default:
      return null;
  }
}

/** Goes from segment to segment until the one that holds the size. */
function jpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xd9 || marker === 0xda || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd7)) return null;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

/** SOF0–15 but the tables that share their range: Huffman, arithmetic, and one that is reserved. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function ascii(bytes: Buffer, at: number, length: number): string {
  return bytes.toString('latin1', at, at + length);
}
