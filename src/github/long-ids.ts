/** JSON with ids of more than 15 digits as text: as numbers they would lose their last digits. */
export function withLongIds(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const text = (await response.text()).replaceAll(/("id":\s*)(\d{16,})/g, '$1"$2"');
    return new Response(text, { status: response.status, headers: response.headers });
  };
}
