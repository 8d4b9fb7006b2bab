/** The system's code of an error (`ENOENT`), or what it says where it has none. @param {unknown} error */
export function errorCode(error) {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
