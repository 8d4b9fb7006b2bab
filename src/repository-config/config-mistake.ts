/** Mistakes in a configuration file, as data; the words in both languages are chosen where they are told. */
import type { Place } from '../config/read-yaml.ts';
import { allowsNull, expectation, valueNode, type SettingNode } from '../config/setting-tree.ts';

export interface ConfigMistake extends Place {
  /** Such as `budget.usd`; empty for the file as a whole. */
  readonly key: string;
  readonly problem: ConfigProblem;
}

export type ConfigProblem =
  /** The YAML parser's code. */
  | { readonly is: 'syntax'; readonly code: string }
  | { readonly is: 'too_large' | 'not_text' | 'not_a_file' | 'too_many_aliases' | 'too_complex' | 'merge_key' }
  | { readonly is: 'unknown_key'; readonly meant: string | null; readonly known: readonly string[] }
  | { readonly is: 'wrong_value'; readonly found: Found; readonly expected: Expected }
  | { readonly is: 'image_without_name' }
  | {
      readonly is: 'not_permitted';
      readonly what: Permitting;
      readonly given: string;
      readonly known: readonly string[];
    };

/** Never the value itself, since not everybody who reads an issue can read every file. */
export type Found = 'nothing' | 'empty' | 'list' | 'section' | 'text' | 'number' | 'yes_no';
export type Permitting = 'host' | 'no_network' | 'image' | 'bot' | 'environment' | 'profile';
export interface Expected {
  readonly en: string;
  readonly ja: string;
}

export function foundIn(value: unknown): Found {
  if (value === undefined) return 'nothing';
  if (value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'object':
      return 'section';
    case 'boolean':
      return 'yes_no';
    case 'number':
    case 'bigint':
      return 'number';
    default:
      return 'text';
  }
}

export function expectedBy(node: SettingNode): Expected {
  const inner = valueNode(node);
  return { en: expectation(node), ja: `${inJapanese(inner)}${allowsNull(node) ? '、または null' : ''}` };
}

function inJapanese(node: SettingNode): string {
  if (node.expects_ja !== undefined) return node.expects_ja;
  if (node.enum !== undefined) return `${node.enum.map(String).join('、')} のいずれか`;
  switch (node.type) {
    case 'boolean':
      return 'true または false';
    case 'integer':
      return `整数${rangeInJapanese(node)}`;
    case 'number':
      return `数値${rangeInJapanese(node)}`;
    case 'array':
      return `リスト${node.maxItems === undefined ? '' : ` (${node.maxItems} 件まで)`}${node.items === undefined ? '' : `、各項目: ${inJapanese(node.items)}`}`;
    case 'object':
      return '下にキーを持つセクション';
    default:
      return 'テキスト';
  }
}

function rangeInJapanese({ minimum, exclusiveMinimum }: SettingNode): string {
  if (exclusiveMinimum !== undefined) return ` (${exclusiveMinimum} より大きい)`;
  return minimum === undefined ? '' : ` (${minimum} 以上)`;
}
