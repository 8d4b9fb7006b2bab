import { attach } from '../attachments.ts';
import { addComment, addReaction, changeComment, dropComment } from '../deeds/comments.ts';
import { addLabels, changeIssue, findLabel, openIssue, removeLabel } from '../deeds/issues.ts';
import { type Actor, person, type Stage, theApp } from '../deeds/stage.ts';
import { commentShape, issueShape } from '../shapes/issue.ts';
import { repositoryShape } from '../shapes/repository.ts';
import { type At, type AtIssue, commentAt, issueAt, personNamed, repositoryAt } from './place.ts';

interface By {
  readonly by: string;
}

/** What people do with issues. Each resolves when the App's webhook endpoint has answered. */
export function issueActs(stage: Stage) {
  const { world } = stage;

  function actor(login: string): Actor {
    return login === world.app.bot.login ? theApp(world) : person(personNamed(world, login));
  }

  return {
    async openIssue(
      act: At & By & { readonly title: string; readonly body?: string; readonly labels?: readonly string[] },
    ) {
      const repository = repositoryAt(world, act);
      const { value, told } = openIssue(stage, repository, actor(act.by), {
        title: act.title,
        body: act.body ?? null,
        labels: act.labels ?? [],
      });
      await told;
      return { number: value.number, id: value.id };
    },
    async editIssue(act: AtIssue & By & { readonly title?: string; readonly body?: string }) {
      const { repository, issue } = issueAt(world, act);
      const { title, body } = act;
      await changeIssue(
        stage,
        repository,
        issue,
        { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) },
        actor(act.by),
      ).told;
    },
    async addLabel(act: AtIssue & By & { readonly label: string }) {
      const { repository, issue } = issueAt(world, act);
      await addLabels(stage, repository, issue, [act.label], actor(act.by)).told;
    },
    /** Marks the issue as blocked by the other one, or removes that mark; `whoever` does it. */
    async block(act: AtIssue & { readonly by: AtIssue; readonly whoever: string; readonly isOver?: true }) {
      const blocked = issueAt(world, act);
      const blocking = issueAt(world, act.by);
      const { blockedBy } = blocked.issue;
      if (act.isOver !== true) blockedBy.push(blocking);
      else
        blockedBy.splice(
          blockedBy.findIndex(({ issue }) => issue === blocking.issue),
          1,
        );
      const what = act.isOver === true ? 'removed' : 'added';
      const shapes = {
        blocked_issue_id: blocked.issue.id,
        blocked_issue: issueShape(world, blocked.repository, blocked.issue),
        blocking_issue_id: blocking.issue.id,
        blocking_issue: issueShape(world, blocking.repository, blocking.issue),
      };
      const by = actor(act.whoever).user;
      const { emit } = stage.events;
      await Promise.all([
        emit('issue_dependencies', `blocked_by_${what}`, blocked.repository, by, {
          ...shapes,
          blocking_issue_repo: repositoryShape(world, blocking.repository),
        }),
        emit('issue_dependencies', `blocking_${what}`, blocking.repository, by, {
          ...shapes,
          blocked_issue_repo: repositoryShape(world, blocked.repository),
        }),
      ]);
    },
    async removeLabel(act: AtIssue & By & { readonly label: string }) {
      const { repository, issue } = issueAt(world, act);
      const label = findLabel(repository, act.label);
      if (label !== undefined) await removeLabel(stage, repository, issue, label, actor(act.by)).told;
    },
    async closeIssue(act: AtIssue & By & { readonly reason?: string }) {
      const { repository, issue } = issueAt(world, act);
      await changeIssue(stage, repository, issue, { state: 'closed', stateReason: act.reason ?? null }, actor(act.by))
        .told;
    },
    async reopenIssue(act: AtIssue & By) {
      const { repository, issue } = issueAt(world, act);
      await changeIssue(stage, repository, issue, { state: 'open' }, actor(act.by)).told;
    },
    async lockIssue(act: AtIssue & By & { readonly locked?: boolean }) {
      const { repository, issue } = issueAt(world, act);
      issue.locked = act.locked ?? true;
      await stage.events.issue(issue.locked ? 'locked' : 'unlocked', repository, issue, actor(act.by).user);
    },
    async deleteIssue(act: AtIssue & By) {
      const { repository, issue } = issueAt(world, act);
      issue.gone = { kind: 'deleted' };
      await stage.events.issue('deleted', repository, issue, actor(act.by).user);
    },
    async transferIssue(act: AtIssue & By & { readonly to: string }) {
      const { repository, issue } = issueAt(world, act);
      const target = repositoryAt(world, { repository: act.to });
      const made = openIssue(
        stage,
        target,
        { user: issue.author, viaApp: issue.viaApp },
        { title: issue.title, body: issue.body },
      );
      issue.gone = { kind: 'moved', apiPath: `/repositories/${target.id}/issues/${made.value.number}` };
      const changes = { new_issue: issueShape(world, target, made.value) };
      await Promise.all([
        made.told,
        stage.events.issue('transferred', repository, issue, actor(act.by).user, { changes }),
      ]);
      return { number: made.value.number };
    },
    async comment(act: AtIssue & By & { readonly body: string }) {
      const { repository, issue } = issueAt(world, act);
      const { value, told } = addComment(stage, repository, issue, act.body, actor(act.by));
      await told;
      return { id: value.id };
    },
    async editComment(act: At & By & { readonly comment: number; readonly body: string }) {
      const { repository, comment } = commentAt(world, act);
      await changeComment(stage, repository, comment, act.body, actor(act.by)).told;
    },
    async deleteComment(act: At & By & { readonly comment: number }) {
      const { repository, comment } = commentAt(world, act);
      await dropComment(stage, repository, comment, actor(act.by)).told;
    },
    /** A file dropped into a text box: returns its address for an issue or comment. `file` is base64. */
    attach(act: At & { readonly file: string; readonly contentType?: string; readonly redirect?: string }) {
      const { file, contentType = 'image/png', redirect = null } = act;
      return {
        url: attach(world, {
          repository: repositoryAt(world, act),
          bytes: Buffer.from(file, 'base64'),
          contentType,
          redirect,
        }),
      };
    },
    react(act: AtIssue & By & { readonly content: string; readonly comment?: number }) {
      const { issue } = issueAt(world, act);
      const target =
        act.comment === undefined
          ? issue
          : commentAt(world, { repository: act.repository, comment: act.comment }).comment;
      addReaction(stage, target.reactions, act.content, actor(act.by).user);
    },
    /** The issue as REST shows it, with its comments and reactions. */
    readIssue(act: AtIssue) {
      const { repository, issue } = issueAt(world, act);
      const comments = repository.comments.filter((comment) => comment.issueNumber === issue.number);
      return {
        issue: issueShape(world, repository, issue),
        labels: issue.labels.map((label) => label.name),
        reactions: issue.reactions.map(({ content, user }) => `${user.login} ${content}`),
        comments: comments.map((comment) => ({
          ...commentShape(world, repository, comment),
          reacted: comment.reactions.map(({ content, user }) => `${user.login} ${content}`),
        })),
      };
    },
  };
}
