/** A life as seen from outside: the calls to its ports in order, as digests, or complete on request. */
import { hash } from 'node:crypto';

/** Numbers that derive from the length of a history, which differs between machines. */
const KEY = /0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e10-(\d+)|reminder task=[0-9a-f-]{36} id=pause-\d+/g;

/**
 * What is saved during a rest has the time at which the rest began; an answer during a pause may or may not count as a
 * step.
 */
const SAVED_AT = /("message":"Work in progress[^}]*)"at":\d+/g;

/** @param {{ keepsTexts: boolean }} options */
export function createRecord({ keepsTexts }) {
  const entries = [];
  const numbers = new Map();
  let shown = '';

  function normal(text) {
    return text.replace(SAVED_AT, '$1"at":0').replace(KEY, (key) => {
      if (!numbers.has(key)) numbers.set(key, `key#${numbers.size + 1}`);
      return numbers.get(key);
    });
  }

  function note(name, what) {
    const text = normal(typeof what === 'string' ? what : (JSON.stringify(what, plain) ?? ''));
    entries.push({ name, digest: hash('sha1', text, 'base64'), ...(keepsTexts ? { text } : {}) });
  }

  return {
    entries,
    note,
    /** A rendered comment, unless it equals the last one. */
    show(body) {
      if (body === shown) return;
      shown = body;
      note('shows', body);
    },
  };
}

function plain(_key, value) {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Null if they are equal. */
export function firstDifference(one, other) {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one[at]?.name !== other[at]?.name || one[at]?.digest !== other[at]?.digest) return at;
  }
  return null;
}
