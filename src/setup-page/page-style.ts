/** The style of the set-up page: light and dark, also for phones, without external fonts or images. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f5f7fa; --card: #ffffff; --ink: #1c2430; --soft: #5b6675; --line: #dce2ea; --field: #ffffff;
  --accent: #1f6feb; --accent-deep: #1a5fcc; --on-accent: #ffffff; --tint: #eef4ff;
  --good: #1a7f4b; --good-tint: #e8f6ee; --warn: #8a5a00; --warn-tint: #fff6e0; --bad: #c0312b; --bad-tint: #fdeeed;
  --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 12px 32px -8px rgb(16 24 40 / 12%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1319; --card: #171d26; --ink: #e8edf4; --soft: #9aa7b8; --line: #2b3442; --field: #10151c;
    --accent: #4c8dff; --accent-deep: #6ba1ff; --on-accent: #08111f; --tint: #16233a;
    --good: #4cc38a; --good-tint: #12291f; --warn: #e5b454; --warn-tint: #2b2310; --bad: #ff8a80; --bad-tint: #331a1a;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 16px 40px -12px rgb(0 0 0 / 60%);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink); line-height: 1.6;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Hiragino Sans", "Noto Sans CJK JP",
    "Noto Sans JP", Meiryo, sans-serif;
  -webkit-text-size-adjust: 100%;
}
:lang(ja) { line-break: strict; }
:lang(ja) h1, :lang(ja) legend, :lang(ja) .button { word-break: auto-phrase; }
a { color: var(--accent); text-underline-offset: 2px; }
.page { max-width: 680px; margin: 0 auto; padding: 28px 20px 56px; }
.top { display: flex; align-items: center; gap: 12px; margin-bottom: 22px; }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 650; font-size: 17px; }
.brand svg { width: 30px; height: 30px; display: block; }
.language { margin-left: auto; display: flex; gap: 2px; font-size: 14px; }
.language > * { padding: 4px 10px; border-radius: 999px; text-decoration: none; color: var(--soft); }
.language > [aria-current] { background: var(--card); color: var(--ink); box-shadow: 0 0 0 1px var(--line); }
.language button { font: inherit; background: none; border: 0; cursor: pointer; }
.language button:hover { color: var(--ink); }
.unseen { position: absolute; left: -9999px; }
.steps { display: flex; list-style: none; padding: 0; margin: 0 0 18px; gap: 8px; font-size: 14px; color: var(--soft); }
.steps li { flex: 1; padding-top: 10px; border-top: 3px solid var(--line); }
.steps .done { border-color: var(--good); }
.steps .now { border-color: var(--accent); color: var(--ink); font-weight: 600; }
main {
  background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow);
  padding: 34px 36px 36px;
}
h1 { font-size: 26px; line-height: 1.3; letter-spacing: -0.01em; margin: 0 0 10px; text-wrap: balance; }
:lang(ja) h1 { font-size: 24px; letter-spacing: 0; }
h2 { font-size: 16px; margin: 28px 0 4px; }
p { margin: 0 0 12px; }
.intro { color: var(--soft); font-size: 16px; margin-bottom: 26px; }
.intro + .intro { margin-top: -18px; }
.hint { color: var(--soft); font-size: 14px; margin: 4px 0 0; line-height: 1.5; }
fieldset { border: 0; padding: 0; margin: 0 0 26px; min-width: 0; }
legend, .label { font-weight: 600; padding: 0; margin: 0 0 8px; display: block; }
.inner { font-size: 14px; margin-bottom: 6px; }
input[type="text"], input[type="url"] {
  width: 100%; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line);
  border-radius: 10px; padding: 10px 12px; min-height: 46px;
}
input:focus-visible, a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
input[aria-invalid="true"] { border-color: var(--bad); }
.wrong { color: var(--bad); font-size: 14px; margin: 6px 0 0; font-weight: 550; }
.choice { border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.choice + .choice { margin-top: 10px; }
.choice > label { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; padding: 13px 16px; cursor: pointer; }
.choice > label:hover { background: var(--tint); }
.choice input[type="radio"] { margin: 4px 0 0; width: 17px; height: 17px; accent-color: var(--accent); }
.choice .hint { grid-column: 2; margin: 0; }
.choice .more { padding: 2px 16px 16px 45px; }
.choice:has(> label input:checked) { border-color: var(--accent); background: var(--tint); }
.choice:not(:has(> label input:checked)) .more { display: none; }
.note { border-radius: 12px; padding: 14px 16px; margin: 0 0 24px; font-size: 15px; }
.note p:last-child { margin: 0; }
.note strong { display: block; }
.note.warn { background: var(--warn-tint); border: 1px solid color-mix(in srgb, var(--warn) 35%, transparent); }
.note.warn strong { color: var(--warn); }
.note.bad { background: var(--bad-tint); border: 1px solid color-mix(in srgb, var(--bad) 35%, transparent); }
.note.bad strong { color: var(--bad); }
.actions { display: flex; align-items: center; flex-wrap: wrap; gap: 12px 18px; margin-top: 30px; }
.actions .hint { margin: 0; }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; font: inherit; font-weight: 600;
  border: 0; border-radius: 10px; padding: 12px 22px; min-height: 48px; cursor: pointer; text-decoration: none;
  background: var(--accent); color: var(--on-accent);
}
.button:hover { background: var(--accent-deep); }
dl { margin: 0 0 8px; }
dl > div { display: grid; grid-template-columns: 128px 1fr; gap: 2px 16px; padding: 11px 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dt { color: var(--soft); font-size: 14px; padding-top: 1px; }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
dd .hint { margin: 0; overflow-wrap: normal; }
dd.split { display: flex; align-items: baseline; justify-content: space-between; gap: 12px; }
dd code { font-size: 13.5px; }
.level { font-size: 12.5px; border: 1px solid var(--line); border-radius: 999px; padding: 1px 9px; color: var(--soft); white-space: nowrap; }
.level.write { color: var(--accent); border-color: color-mix(in srgb, var(--accent) 45%, transparent); }
.mark { width: 52px; height: 52px; border-radius: 50%; display: grid; place-items: center; margin-bottom: 18px; }
.mark svg { width: 26px; height: 26px; }
.mark.good { background: var(--good-tint); color: var(--good); }
.mark.bad { background: var(--bad-tint); color: var(--bad); }
.next { padding-left: 22px; margin: 8px 0 22px; }
.next li { margin-bottom: 6px; }
.foot { border-top: 1px solid var(--line); padding-top: 16px; margin-top: 26px; color: var(--soft); font-size: 14px; }
.foot p { margin: 0 0 6px; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.92em; overflow-wrap: anywhere; }
@media (max-width: 560px) {
  .page { padding: 16px 12px 40px; }
  main { padding: 24px 18px 26px; border-radius: 14px; }
  h1, :lang(ja) h1 { font-size: 22px; }
  .steps { font-size: 13px; }
  dl > div { grid-template-columns: 1fr; }
  .button { width: 100%; }
  .choice .more { padding-left: 16px; }
}
`;
