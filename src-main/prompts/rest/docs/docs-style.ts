/** Style of the page about the API; light or dark as the system. */
export const DOCS_STYLE = `
:root { color-scheme: light dark;
  --ground: light-dark(#fbfbfa, #16181b); --card: light-dark(#fff, #1d2024); --line: light-dark(#dfe1e4, #33383e);
  --text: light-dark(#1c2024, #e6e8ea); --quiet: light-dark(#5b636b, #9aa3ac); --code: light-dark(#f1f2f4, #24282d);
  --get: light-dark(#0b6b4f, #5fd0a8); --post: light-dark(#7a4b00, #f0b860); --accent: light-dark(#2457c5, #8fb4ff);
  --bad: light-dark(#a12622, #ff9a94); }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main, header { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem }
header { padding-top: 2rem } h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; text-transform: capitalize }
p { margin: .4rem 0 } .quiet { color: var(--quiet) } a { color: var(--accent) }
code, pre, textarea, input { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; overflow: hidden }
summary { padding: .6rem .9rem; cursor: pointer; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap }
summary:focus-visible, button:focus-visible, input:focus-visible, textarea:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
.method { font: 600 12px ui-monospace, monospace; min-width: 3rem } .get { color: var(--get) } .post { color: var(--post) }
.inner { padding: .2rem .9rem .9rem; border-top: 1px solid var(--line) }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 } td, th { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--quiet); font-size: 13px }
label { display: block; margin: .5rem 0; font-size: 13px; color: var(--quiet) }
input, textarea { display: block; width: 100%; margin-top: .2rem; padding: .45rem .6rem; color: var(--text); background: var(--code); border: 1px solid var(--line); border-radius: 6px }
textarea { min-height: 7rem; resize: vertical }
button { font: 600 13px system-ui, sans-serif; padding: .45rem .9rem; border: 0; border-radius: 6px; color: var(--ground); background: var(--accent); cursor: pointer }
button:disabled { opacity: .5; cursor: default }
pre { background: var(--code); padding: .7rem .8rem; border-radius: 6px; overflow: auto; max-height: 26rem; margin: .6rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
.answer[data-bad] .status { color: var(--bad) } footer { max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem 2rem }
`;
