/** What tools leave lying about and nobody commits. Kept in exclude files of the sandbox, not in the repository. */
export const NEVER_COMMITTED = [
  'node_modules/',
  '__pycache__/',
  '*.py[cod]',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
  '.venv/',
  'venv/',
  '.tox/',
  '*.egg-info/',
  '.gradle/',
  '.npm/',
  '.cache/',
  '.DS_Store',
  '.coverage',
].join('\n');
