'use strict';
/**
 * Measures the workspace in bytes and files, since storage drivers have no quota. The free space of the file system is
 * checked often, which is cheap; the workspace is walked only when the growth since the last walk could reach the
 * limit, and occasionally, because deletions by others hide growth. If the machine itself is short of space, no
 * workspace may grow.
 */
const fs = require('node:fs');

const lookEveryMs = 200;
const walkEveryMs = 30_000;
/** A walk blocks everything else for this long at a time; a background walk leaves most of the time to others. */
const sliceMs = 10;
const restMs = 60;
/** Above the limit a command may grow the workspace by this much, so that deleting still works. */
const slack = { bytes: 16 * 1024 ** 2, files: 500 };
/** The part of the file system's inodes reserved for the machine. */
const reservedFiles = 0.02;
/** How many linked files are remembered as counted. */
const maxLinksKnown = 200_000;
const maxPathBytes = 4000;

/** `limits`: { bytes, files, reserveBytes }. `onOver(text)` ends everything that runs; resolves when that is done. */
function createDisk(folder, limits, onOver) {
  const first = look();
  /** The result of the last walk, and the file system's state when it began. */
  let last = { bytes: 0, files: 0, at: first, endedAt: 0, tookMs: 0, isExact: false };
  /** The usage when the limit or the reserve was reached; it may not grow much further. */
  let floor = null;
  let isBusy = false;

  function look() {
    const { bavail, bsize, ffree, files } = fs.statfsSync(folder);
    const freeBytes = bavail * bsize;
    const isShort = freeBytes < limits.reserveBytes || (files > 0 && ffree < files * reservedFiles);
    return { freeBytes, freeFiles: files > 0 ? ffree : Number.POSITIVE_INFINITY, isShort };
  }

  function allowed(isShort) {
    if (floor === null) return { bytes: limits.bytes, files: limits.files };
    const least = isShort ? { bytes: 0, files: 0 } : limits;
    return {
      bytes: Math.max(least.bytes, floor.bytes + slack.bytes),
      files: Math.max(least.files, floor.files + slack.files),
    };
  }

  async function tick() {
    const now = look();
    const bound = allowed(now.isShort);
    const couldBeOver = couldExceed(bound, now);
    const sinceMs = Date.now() - last.endedAt;
    const isHurried = (couldBeOver || (now.isShort && floor === null)) && sinceMs >= 2 * last.tookMs;
    if (!isHurried && sinceMs < Math.max(walkEveryMs, 20 * last.tookMs)) return;
    last = await walk(now, isHurried, couldBeOver ? bound : null);
    const isOver = last.bytes > bound.bytes || last.files > bound.files;
    if (isOver) {
      await onOver(describe(last, now));
      last = await walk(look(), true, null);
    }
    const isFull = last.bytes > limits.bytes || last.files > limits.files;
    if (!now.isShort && !isFull) floor = null;
    else if (isOver || floor === null) floor = { bytes: last.bytes, files: last.files };
    else floor = { bytes: Math.min(last.bytes, floor.bytes), files: Math.min(last.files, floor.files) };
  }

  function couldExceed(bound, now) {
    const grown = { bytes: last.at.freeBytes - now.freeBytes, files: last.at.freeFiles - now.freeFiles || 0 };
    return last.bytes + grown.bytes > bound.bytes || last.files + grown.files > bound.files;
  }

  function describe(used, { isShort, freeBytes }) {
    const what = `${used.isExact ? '' : 'more than '}${inWords(used.bytes)} in ${used.files} files`;
    const advice = `Everything that ran in the sandbox was ended. Delete what is not needed with a command that only deletes ("du -xh -d 2 ${folder} | sort -h | tail" shows what is large); until then, whatever writes much more is ended again.`;
    if (isShort && used.bytes <= limits.bytes && used.files <= limits.files)
      return `Stopped: the machine that runs the sandbox is almost out of disk space (${inWords(freeBytes)} free), and the workspace grew (${what}). ${advice}`;
    return `Stopped: the workspace takes too much of the disk: ${what}; ${inWords(limits.bytes)} and ${limits.files} files are allowed. ${advice}`;
  }

  /** Ends early at `enough`, if only that matters. */
  async function walk(at, startsHurried, enough) {
    const began = Date.now();
    let isHurried = startsHurried;
    const seen = new Set();
    const used = { bytes: 0, files: 0 };
    let isHidden = false;
    const count = (entry) => {
      if (entry.nlink > 1 && !entry.isDirectory()) {
        if (seen.has(entry.ino)) return;
        if (seen.size < maxLinksKnown) seen.add(entry.ino);
      }
      used.bytes += entry.blocks * 512;
      used.files += 1;
    };
    const open = [folder];
    let sliceEnds = Date.now() + sliceMs;
    const isEnough = () => enough !== null && (used.bytes > enough.bytes || used.files > enough.files);
    while (open.length > 0 && !isEnough()) {
      const path = open.pop();
      let directory;
      try {
        if (Buffer.byteLength(path) > maxPathBytes) throw new Error('too deep');
        directory = fs.opendirSync(path, { bufferSize: 256 });
      } catch (error) {
        // A file that was just deleted hides nothing; an unreadable or too deep folder may contain anything.
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') isHidden = true;
        continue;
      }
      try {
        for (let entry = directory.readSync(); entry !== null && !isEnough(); entry = directory.readSync()) {
          const child = `${path}/${entry.name}`;
          try {
            const facts = fs.lstatSync(child);
            count(facts);
            if (facts.isDirectory()) open.push(child);
          } catch (error) {
            if (error.code !== 'ENOENT') isHidden = true;
          }
          if (Date.now() < sliceEnds) continue;
          await (isHurried ? new Promise(setImmediate) : new Promise((resolve) => setTimeout(resolve, restMs)));
          const now = look();
          isHurried ||= couldExceed(allowed(now.isShort), now);
          sliceEnds = Date.now() + sliceMs;
        }
      } catch {
        isHidden = true;
      } finally {
        directory.closeSync();
      }
    }
    if (!isEnough()) for (const facts of deletedButOpen(folder)) count(facts);
    // Unreadable content counts as everything the file system lost since the beginning.
    if (isHidden) {
      used.bytes = Math.max(used.bytes, first.freeBytes - at.freeBytes);
      used.files = Math.max(used.files, first.freeFiles - at.freeFiles || 0);
    }
    return { ...used, at, endedAt: Date.now(), tookMs: Date.now() - began, isExact: !isEnough() };
  }

  setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    tick()
      .catch((error) => process.stderr.write(`The disk could not be looked at: ${error.message}\n`))
      .finally(() => {
        isBusy = false;
      });
  }, lookEveryMs);
}

/** Deleted files that a process still holds open: they take space, and a walk does not find them. */
function deletedButOpen(folder) {
  const found = new Map();
  for (const pid of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    let descriptors;
    try {
      descriptors = fs.readdirSync(`/proc/${pid}/fd`);
    } catch {
      continue;
    }
    for (const descriptor of descriptors) {
      const link = `/proc/${pid}/fd/${descriptor}`;
      try {
        const target = fs.readlinkSync(link);
        if (!target.startsWith(`${folder}/`) || !target.endsWith(' (deleted)')) continue;
        const facts = fs.statSync(link);
        found.set(facts.ino, facts);
      } catch {
        // Closed by now.
      }
    }
  }
  return found.values();
}

function inWords(bytes) {
  const mib = bytes / 1024 ** 2;
  return mib >= 1024 ? `${(mib / 1024).toFixed(1)} GiB` : `${Math.round(mib)} MiB`;
}

module.exports = { createDisk };
