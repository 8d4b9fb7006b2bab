const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/**
 * A write to a repository's former name is redirected to `/repositories/<id>/…`. Left to itself `fetch` would follow
 * with GET and take a list for what it asked to be created; and a redirect may lead into another repository, whose
 * answer is none for us.
 */
export function followingRenames(send: typeof fetch, repositoryId: number): typeof fetch {
  return async (input, init) => {
    if ((init?.method ?? 'GET') === 'GET') return send(input, init);
    const first = await send(input, { ...init, redirect: 'manual' });
    if (!REDIRECTS.has(first.status)) return first;
    const from = new URL(input instanceof Request ? input.url : String(input));
    const to = new URL(first.headers.get('location') ?? '', from);
    const isSameRepository = to.pathname.replace(/^\/api\/v3/, '').startsWith(`/repositories/${repositoryId}/`);
    if (to.origin === from.origin && isSameRepository) return send(to, { ...init, redirect: 'error' });
    return Response.json({ message: 'It was moved to another repository' }, { status: 410 });
  };
}
