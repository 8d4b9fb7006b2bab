/** Labels of an issue: the one that shows the state of its task. */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import type { GitHub, RepositoryLabel, RepositoryRef } from '../ports/github.ts';
import { AnyAnswer } from './answers.ts';
import type { Api } from './api.ts';
import { unlessGone } from './translate-error.ts';

const Labels = z.array(z.object({ name: z.string() }));

export function createLabels(api: Api): Pick<GitHub, 'showLabel'> {
  return {
    async showLabel(repo, issue, label, others) {
      await ensureLabel(api, repo, label);
      const added = await api.call(repo, {
        what: 'Adding a label',
        route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
        parameters: { issue_number: issue, labels: [label.name] },
        answer: Labels,
      });
      // GitHub compares label names case-insensitively.
      const unwanted = new Set(others.map((name) => name.toLowerCase()));
      for (const { name } of added) {
        if (!unwanted.has(name.toLowerCase())) continue;
        const removed = api.call(repo, {
          what: 'Removing a label',
          route: 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
          parameters: { issue_number: issue, name },
          answer: AnyAnswer,
        });
        await unlessGone(removed, null);
      }
    },
  };
}

/**
 * If the label did not exist, GitHub would create it grey and without a description. An existing one is not changed.
 */
async function ensureLabel(
  api: Api,
  repo: RepositoryRef,
  { name, color, description }: RepositoryLabel,
): Promise<void> {
  const known = api.call(repo, {
    what: 'Looking for a label',
    route: 'GET /repos/{owner}/{repo}/labels/{name}',
    parameters: { name },
    answer: AnyAnswer,
  });
  if ((await unlessGone(known, 'gone')) !== 'gone') return;
  try {
    await api.call(repo, {
      what: 'Making a label',
      route: 'POST /repos/{owner}/{repo}/labels',
      parameters: { name, color, description },
      answer: AnyAnswer,
    });
  } catch (error) {
    // Another task created it meanwhile.
    if (!(error instanceof Fault) || !/already_exists/.test(error.message)) throw error;
  }
}
