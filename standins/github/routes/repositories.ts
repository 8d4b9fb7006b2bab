import { type Answer, notFound, ok, refuse } from '../answer.ts';
import {
  type Call,
  numberParam,
  read,
  readPrivileged,
  REPO,
  type RepositoryCall,
  type Route,
  route,
} from '../route.ts';
import { permissionShape } from '../shapes/issue.ts';
import { fullRepository } from '../shapes/repository.ts';
import { publicUser } from '../shapes/user.ts';
import { findUser, type User } from '../world.ts';

const ANYONE = { as: 'anyone' } as const;

export const repositoryRoutes: readonly Route[] = [
  route('GET', REPO, read('metadata'), ({ world, repository }) => ok(fullRepository(world, repository))),
  route('GET', `${REPO}/collaborators/{username}/permission`, readPrivileged('metadata'), permission),
  route('GET', '/users/{username}', ANYONE, (call) =>
    showUser(call, findUser(call.world, call.params['username'] ?? '')),
  ),
  route('GET', '/user/{account_id}', ANYONE, (call) => {
    const id = numberParam(call, 'account_id');
    return showUser(
      call,
      call.world.users.find((user) => user.id === id),
    );
  }),
];

function permission({ world, repository, params }: RepositoryCall): Answer {
  const login = params['username'] ?? '';
  const user = findUser(world, login);
  if (user === undefined || user.type === 'Organization') throw refuse(404, `${login} is not a user`);
  return ok(permissionShape(world, repository, user));
}

function showUser({ world }: Call, user: User | undefined): Answer {
  if (user === undefined) throw notFound();
  return ok(publicUser(world, user));
}
