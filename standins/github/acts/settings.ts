import { addRepository, addUser, installationFor } from '../create-world.ts';
import type { Deliveries } from '../deliveries.ts';
import type { Stage } from '../deeds/stage.ts';
import { brief } from '../events.ts';
import { manifestCodeFor } from '../pages/app-manifest.ts';
import type { RepositoryOptions, UserOptions } from '../options.ts';
import { fullName, installationOf, type Installation, type Permissions, type Role } from '../world.ts';
import { type At, personNamed, repositoryAt } from './place.ts';

interface By {
  readonly by: string;
}

/** What owners and administrators do, and what only a test can do. */
export function settingsActs(stage: Stage, deliveries: Deliveries) {
  const { world, events } = stage;

  function installationAt(account: string): Installation {
    const found = world.installations.find((one) => one.account.login.toLowerCase() === account.toLowerCase());
    if (found === undefined) throw new Error(`The App is not installed on ${account}.`);
    return found;
  }

  return {
    addUser(act: UserOptions) {
      return { id: addUser(world, act).id };
    },
    renameUser(act: { readonly login: string; readonly to: string }) {
      personNamed(world, act.login).login = act.to;
    },
    setRole(act: At & { readonly user: string; readonly role: Role }) {
      const user = personNamed(world, act.user);
      if (user.type === 'Bot') throw new Error(`GitHub gives no role to ${act.user}: it is the bot of an App.`);
      repositoryAt(world, act).roles.set(user.id, act.role);
    },
    async createRepository(act: RepositoryOptions) {
      const repository = await addRepository(world, act);
      return { id: repository.id, installationId: installationOf(world, repository)?.id ?? null };
    },
    changeRepository(
      act: At & {
        readonly private?: boolean;
        readonly archived?: boolean;
        readonly defaultBranch?: string;
        readonly protectedBranches?: readonly string[];
      },
    ) {
      const repository = repositoryAt(world, act);
      repository.isPrivate = act.private ?? repository.isPrivate;
      repository.archived = act.archived ?? repository.archived;
      repository.defaultBranch = act.defaultBranch ?? repository.defaultBranch;
      repository.protectedBranches = act.protectedBranches ?? repository.protectedBranches;
    },
    async archiveRepository(act: At & By) {
      const repository = repositoryAt(world, act);
      repository.archived = true;
      await events.emit('repository', 'archived', repository, personNamed(world, act.by), {});
    },
    renameRepository(act: At & { readonly to: string }) {
      const repository = repositoryAt(world, act);
      repository.formerNames.push(fullName(repository).toLowerCase());
      repository.name = act.to;
    },
    deleteRepository(act: At) {
      world.repositories.splice(world.repositories.indexOf(repositoryAt(world, act)), 1);
    },
    async install(act: At & By) {
      const repository = repositoryAt(world, act);
      const isFirst = !world.installations.some((one) => one.account.id === repository.owner.id);
      const installation = installationFor(world, repository.owner);
      installation.repositoryIds.add(repository.id);
      const sender = personNamed(world, act.by);
      if (isFirst)
        await events.installation('installation', 'created', installation, sender, {
          repositories: [brief(repository)],
          requester: null,
        });
      else
        await events.installation('installation_repositories', 'added', installation, sender, {
          repository_selection: 'selected',
          repositories_added: [brief(repository)],
          repositories_removed: [],
          requester: null,
        });
      return { installationId: installation.id };
    },
    async removeFromInstallation(act: At & By) {
      const repository = repositoryAt(world, act);
      const installation = installationAt(repository.owner.login);
      installation.repositoryIds.delete(repository.id);
      await events.installation('installation_repositories', 'removed', installation, personNamed(world, act.by), {
        repository_selection: 'selected',
        repositories_added: [],
        repositories_removed: [brief(repository)],
        requester: null,
      });
    },
    async uninstall(act: { readonly account: string } & By) {
      const installation = installationAt(act.account);
      const repositories = world.repositories.filter((one) => installation.repositoryIds.has(one.id)).map(brief);
      world.installations.splice(world.installations.indexOf(installation), 1);
      await events.installation('installation', 'deleted', installation, personNamed(world, act.by), { repositories });
    },
    async suspend(act: { readonly account: string; readonly suspended?: boolean } & By) {
      const installation = installationAt(act.account);
      const suspended = act.suspended ?? true;
      installation.suspendedAtMs = suspended ? world.now() : null;
      await events.installation(
        'installation',
        suspended ? 'suspend' : 'unsuspend',
        installation,
        personNamed(world, act.by),
        {},
      );
    },
    setInstallationPermissions(act: { readonly account: string; readonly permissions: Permissions }) {
      installationAt(act.account).permissions = act.permissions;
    },
    /** Every token issued so far answers 401 from now on. */
    expireTokens() {
      for (const token of world.tokens.values()) token.expiresAtMs = world.now();
    },
    /** A code for `POST /app-manifests/{code}/conversions`, valid once. */
    manifestCode() {
      return { code: manifestCodeFor(world, world.app) };
    },
    /** As its owner changes it on its settings page; existing installations keep their permissions. */
    changeApp(act: { readonly permissions?: Permissions; readonly events?: readonly string[] }) {
      world.app.permissions = act.permissions ?? world.app.permissions;
      world.app.events = act.events ?? world.app.events;
    },
    setWebhook(act: {
      readonly url?: string | null;
      readonly secret?: string;
      readonly contentType?: 'json' | 'form';
    }) {
      world.app.webhookContentType = act.contentType ?? world.app.webhookContentType;
      if (act.url !== undefined) world.app.webhookUrl = act.url;
      if (act.secret !== undefined) world.app.webhookSecret = act.secret;
    },
    setListLag(act: { readonly listLagMs: number }) {
      world.listLagMs = act.listLagMs;
    },
    /** Any event as given, including ones that GitHub would never send. */
    async deliver(act: {
      readonly event: string;
      readonly payload: Readonly<Record<string, unknown>>;
      readonly guid?: string;
    }) {
      const { guid, outcome } = await deliveries.send(
        act.event,
        act.payload,
        act.guid === undefined ? {} : { guid: act.guid },
      );
      return { guid, statusCode: outcome?.statusCode ?? 0 };
    },
    async redeliver(act: { readonly guid: string }) {
      const first = deliveries.all.find((one) => one.guid === act.guid);
      if (first === undefined) throw new Error(`There is no delivery ${act.guid}.`);
      const { outcome } = await deliveries.redeliver(first);
      return { statusCode: outcome?.statusCode ?? 0 };
    },
    loseWebhooks(act: { readonly on: boolean }) {
      deliveries.lose(act.on);
    },
    async settleWebhooks() {
      await deliveries.settle();
    },
  };
}
