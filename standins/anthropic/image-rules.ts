/** What the real API requires of an image in a message. */
import type { Json } from './script.ts';

const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const MAX_BASE64 = 5 * 1024 * 1024;
const MAX_SIDE = 8_000;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function imageProblem(block: Json, path: string, role: string): string | null {
  if (role !== 'user') return `${path}: \`image\` blocks can only be in \`user\` messages`;
  const source = block['source'];
  if (typeof source !== 'object' || source === null) return `${path}.image.source: Field required`;
  const { type, media_type: mediaType, data } = source as Json;
  if (type !== 'base64') return `${path}.image.source: this stand-in takes base64 sources only`;
  for (const key of Object.keys(source))
    if (!['type', 'media_type', 'data'].includes(key))
      return `${path}.image.source.base64.${key}: Extra inputs are not permitted`;
  if (!MEDIA_TYPES.includes(String(mediaType)))
    return `${path}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
  if (typeof data !== 'string' || data === '' || !BASE64.test(data))
    return `${path}.image.source.base64.data: invalid base64 data`;
  if (data.length > MAX_BASE64)
    return `${path}.image.source.base64: image exceeds 5 MB maximum: ${data.length} bytes > ${MAX_BASE64} bytes`;
  return bytesProblem(Buffer.from(data, 'base64'), String(mediaType), path);
}

function bytesProblem(bytes: Buffer, mediaType: string, path: string): string | null {
  const real = realType(bytes);
  if (real === null) return 'Could not process image';
  if (real !== mediaType)
    return `${path}.image.source.base64.data: The image was specified using the ${mediaType} media type, but the image appears to be a ${real} image`;
  if (real !== 'image/png') return null;
  // A truncated image has a size but cannot be shown.
  if (bytes.length < 45 || bytes.toString('latin1', bytes.length - 8, bytes.length - 4) !== 'IEND')
    return 'Could not process image';
  return Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) > MAX_SIDE
    ? `${path}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: ${MAX_SIDE} pixels`
    : null;
}

function realType(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null;
}
