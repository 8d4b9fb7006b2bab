/** The project's own rules as a model is shown them (PLAN-2): guidance on style and commands, each for its own folder. */
import { untrusted } from '../prompts/fence.ts';
import { withoutInvisible } from '../prompts/invisible.ts';
import type { Snapshot } from '../ports/repositories.ts';

const AT_TOP = '.github/copilot-instructions.md';

/** They were bounded when they were read. A task recorded before they were read has none. */
export function projectRulesBlock(snapshot: Pick<Snapshot, 'projectRules'> | { readonly projectRules?: undefined }, nonce: string): string {
  const files = Object.entries(snapshot.projectRules ?? {});
  if (files.length === 0) return 'None.';
  return files.map(([path, text]) => block(path, text, nonce)).join('\n\n');
}

function block(path: string, text: string, nonce: string): string {
  const folder = path === AT_TOP ? '' : path.slice(0, path.lastIndexOf('/') + 1);
  const scope = folder === '' ? 'for the whole repository' : `only for files in ${folder}`;
  const { text: shown, removed } = withoutInvisible(text);
  const note = removed > 0 ? `\n(${removed} characters of hidden text were removed from this block.)` : '';
  return untrusted(`rules ${scope}: ${path}`, shown, nonce) + note;
}
