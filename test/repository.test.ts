/** The repository checks itself for what reviews would otherwise have to find. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { PROMPT_FILES, PROMPT_NAMES } from '../src/model-calls/catalogue.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MAX_LINES = 250;

/** Tracked files, and new ones that are not ignored. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .trim()
  .split('\n')
  .filter(exists);
const code = files.filter((file) => /\.(?:ts|mjs|cjs)$/.test(file));
const sources = code.filter((file) => file.startsWith('src/'));

function exists(file: string): boolean {
  try {
    read(file);
    return true;
  } catch {
    return false;
  }
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function list(section: string, pattern: RegExp): readonly string[] {
  return [...section.matchAll(pattern)].map((match) => match[1] ?? '');
}

describe('the sources', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  it(`have no file of more than ${MAX_LINES} lines, unless its first lines give the reason`, () => {
    const long = sources.filter((file) => {
      const lines = read(file).split('\n');
      const head = lines.slice(0, 12).join('\n');
      return lines.length - 1 > MAX_LINES && !/\b(?:lines|long|length)\b/i.test(head);
    });
    expect(long).toEqual([]);
  });

  it('have no default export', () => {
    expect(sources.filter((file) => /^export default\b|\bas default\b/m.test(read(file)))).toEqual([]);
  });

  it('have no drawers: every file is named by the one thing it is, in kebab-case', () => {
    const names = code.filter((file) => /^(?:src|standins|demo|bench|relay|test|scripts)\//.test(file));
    expect(
      names.filter((file) => /^(?:utils?|helpers?|common|types|misc|shared|index)\./.test(basename(file))),
    ).toEqual([]);
    expect(
      names.filter((file) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|config))?\.(?:ts|mjs|cjs)$/.test(basename(file))),
    ).toEqual([]);
  });

  it('re-export nothing of each other', () => {
    expect(
      sources.filter((file) => /^export (?:\*|\{[^}]*\}|type \{[^}]*\}) from '\.{1,2}\//m.test(read(file))),
    ).toEqual([]);
  });

  it('import by name with the ending of the file', () => {
    const wrong = sources
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        list(read(file), /^(?:import|export) .* from '(\.{1,2}\/[^']*)';$/gm)
          .filter((path) => !/\.(?:ts|cjs|mjs|json)$/.test(path))
          .map((path) => `${file}: ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('leave no work behind', () => {
    const marks = new RegExp(`\\b(?:${['TODO', 'FIXME', 'XXX'].join('|')})\\b`);
    expect(
      sources.filter(
        (file) => !file.startsWith('src/progress/words') && marks.test(read(file).replace(/'[^'\n]*'|`[^`]*`/g, '')),
      ),
    ).toEqual([]);
    expect(
      code.filter(
        (file) => /\b(?:it|describe|test)\.(?:only|skip|todo)\(/.test(read(file)) && file !== 'test/repository.test.ts',
      ),
    ).toEqual([]);
  });
});

describe('the requirements on planning', () => {
  /** All except PLAN-8: the cost of a task is reported with a real model, never asserted. */
  const ids = [
    ...[1, 2, 3, 4, 5, 6, 7, 9].map((number) => `PLAN-${number}`),
    ...Array.from({ length: 10 }, (_, index) => `REPLAN-${index + 1}`),
  ];
  /** The name of a test or of a group of tests: what follows `it(`, `describe(`, or the `)(` of an `each`. */
  const named = code
    .filter((file) => file.endsWith('.test.ts') || file.startsWith('test/contracts/'))
    .flatMap((file) => list(read(file), /(?:\b(?:it|describe)|\))\(\s*('[^'\n]*'|`[^`\n]*`),/g))
    .join('\n');
  const isNamed = (id: string) => new RegExp(`(?<![A-Z])${id}(?!\\d)`).test(named);

  it('are each named by a test that proves them', () => {
    expect(ids.filter((id) => !isNamed(id))).toEqual([]);
    expect(isNamed('PLAN-0')).toBe(false);
  });
});

describe('the prompts (MODEL-7)', () => {
  it('are one file each, and no file is left over', () => {
    expect(files.filter((file) => file.startsWith('prompts/')).toSorted()).toEqual(
      [...PROMPT_FILES].map((file) => `prompts/${file}.md`).toSorted(),
    );
  });

  it('are all used', () => {
    const users = sources
      .filter((file) => !file.startsWith('src/prompts/'))
      .map(read)
      .join('\n');
    // By its name, or as a prompt of a file: `file/${…}`.
    const used = (name: string) =>
      new RegExp(`(?:render|systemPrompt)\\('${name}'`).test(users) ||
      (name.includes('/') && (users.includes(`'${name}'`) || users.includes(`\`${name.split('/')[0]}/\${`)));
    expect(PROMPT_NAMES.filter((name) => !used(name))).toEqual([]);
  });

  it('are written in English', () => {
    expect(
      [...PROMPT_FILES].filter((file) =>
        /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(read(`prompts/${file}.md`)),
      ),
    ).toEqual([]);
  });
});

describe('what is downloaded', () => {
  it('comes from where the machine of whoever runs it says: the repository names no registry', () => {
    expect(files.filter((file) => basename(file) === '.npmrc')).toEqual([]);
    const locks = files.filter((file) => /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json)$/.test(file));
    expect(locks).toContain('package-lock.json');
    const hosts = locks.flatMap((file) => list(read(file), /"resolved": "(https?:\/\/[^/"]+)/g));
    expect([...new Set(hosts)].filter((host) => host !== 'https://registry.npmjs.org')).toEqual([]);
  });

  interface Locked {
    readonly version?: string;
    readonly integrity?: string;
    readonly link?: boolean;
    readonly engines?: { readonly node?: string };
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };

  it('has no package that wants a newer Node than this one does (OPS-1)', () => {
    const takes20 = (range: string) =>
      range.split('||').some((one) => {
        const [, from = '', major = ''] = /^\s*(>=)?\s*[~^]?(\d+|\*)/.exec(one) ?? [];
        return major === '*' || (from === '' ? Number(major) === 20 : Number(major) <= 20);
      });
    expect(packages['']?.engines?.node).toBe('>=20');
    const newer = Object.entries(packages).filter(([, { engines }]) => !takes20(engines?.node ?? '*'));
    expect(newer.map(([path]) => path)).toEqual([]);
  });

  it('has exact versions in the lock file, with their checksums', () => {
    const loose = Object.entries(packages)
      .filter(
        ([path, entry]) =>
          path !== '' && entry.link !== true && (entry.version === undefined || entry.integrity === undefined),
      )
      .map(([path]) => path);
    expect(loose).toEqual([]);
  });
});

describe('the documentation', () => {
  it('explains every code of a fault to operators', () => {
    const codes = list(/type FaultCode =([^;]*);/.exec(read('src/errors.ts'))?.[1] ?? '', /'([a-z_]+)'/g);
    expect(codes.length).toBeGreaterThan(5);
    const operators = read('docs/operators.md');
    expect(codes.filter((name) => !operators.includes(`\`${name}\``))).toEqual([]);
  });

  it('names the two commands first (OPS-1)', () => {
    const readme = read('README.md');
    for (const command of ['npm run demo', 'npm test']) expect(readme).toContain(command);
  });

  it('speaks of files that are there', () => {
    const missing = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
      .filter((file) => files.includes(file))
      .flatMap((file) => {
        const named = [
          ...list(read(file), /`((?:src|test|standins|demo|bench|relay|scripts|prompts|docs)\/[\w./-]+)`/g),
          ...list(read(file), /\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g),
        ];
        return named
          .filter((path) => !files.some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`)))
          .map((path) => `${file}: ${path}`);
      });
    expect(missing).toEqual([]);
  });

  it('leads from webhook to pull request by file names that exist', () => {
    const architecture = read('ARCHITECTURE.md');
    const named = list(architecture, /`((?:[\w.*-]+\/)*[\w*-]+\.(?:ts|mjs|cjs))`/g);
    expect(named.length).toBeGreaterThan(25);
    const isThere = (name: string) => {
      const pattern = new RegExp(`(?:^|/)${name.replace(/[.]/g, '\\.').replaceAll('*', '[^/]*')}$`);
      return files.some((file) => pattern.test(file));
    };
    expect([...new Set(named)].filter((name) => !isThere(name))).toEqual([]);
    const folders = list(architecture, /`((?:[\w-]+\/)+)`/g).map((name) => name.replace(/\/$/, ''));
    expect(folders.filter((folder) => !files.some((file) => `/${file}`.includes(`/${folder}/`)))).toEqual([]);
    const drawing = list(/```\n(GitHub[^]*?)```/.exec(architecture)?.[1] ?? '', /((?:[a-z]+\/)[a-z-]+)/g);
    expect(drawing.length).toBeGreaterThan(5);
    expect(
      drawing.filter((name) => !files.some((file) => file === `src/${name}.ts` || file.startsWith(`src/${name}/`))),
    ).toEqual([]);
  });

  it('has the licence that package.json names', () => {
    expect((JSON.parse(read('package.json')) as { license: string }).license).toBe('Apache-2.0');
    expect(files).toContain('LICENSE');
    expect(read('LICENSE')).toContain('Apache License');
  });
});

describe('what is tracked', () => {
  it('holds nothing that looks like a real credential', () => {
    const pattern = new RegExp(
      [
        '-----BEGIN (?:RSA )?PRIVATE KEY-----\\\\?n?[A-Za-z0-9+/]{40}',
        'ghs_[A-Za-z0-9]{36}',
        'AKIA[0-9A-Z]{16}(?<!EXAMPLE)',
        'sk-ant-api03-[A-Za-z0-9_-]{80}',
      ].join('|'),
    );
    expect(files.filter((file) => !file.startsWith('standins/github/openapi/') && pattern.test(read(file)))).toEqual(
      [],
    );
  });

  it('has no file that is large without being said to be', () => {
    const large = files.filter(
      (file) => read(file).length > 400_000 && !/^(?:package-lock\.json$|standins\/github\/openapi\/)/.test(file),
    );
    expect(large).toEqual([]);
  });
});
