/**
 * Script of the page about the API: sends what its forms hold, and shows the reply. Texts only ever become text nodes.
 */
export const DOCS_SCRIPT = `
'use strict';
const token = document.getElementById('token');
for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    const answer = form.querySelector('.answer');
    const [status, shown] = [answer.querySelector('.status'), answer.querySelector('pre')];
    const path = form.dataset.path.replace(/\\{(\\w+)\\}/g, (_, name) => encodeURIComponent(form.elements[name].value));
    const headers = {};
    if (token.value) headers.authorization = 'Bearer ' + token.value;
    const options = { method: form.dataset.method, headers };
    if (form.elements.body) {
      headers['content-type'] = 'application/json';
      options.body = form.elements.body.value;
    }
    button.disabled = true;
    answer.hidden = false;
    delete answer.dataset.bad;
    status.textContent = 'Waiting…';
    shown.textContent = '';
    const from = performance.now();
    const tell = (text) => { status.textContent = text + ' · ' + Math.round(performance.now() - from) + ' ms'; };
    try {
      const response = await fetch(path, options);
      if (!response.ok) answer.dataset.bad = '';
      const isStream = (response.headers.get('content-type') || '').startsWith('text/event-stream');
      if (isStream) {
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) shown.append(part.value);
      } else {
        const text = await response.text();
        try { shown.textContent = JSON.stringify(JSON.parse(text), null, 2); } catch { shown.textContent = text; }
      }
      tell(response.status + ' ' + response.statusText);
    } catch (error) {
      answer.dataset.bad = '';
      tell(String(error));
    } finally {
      button.disabled = false;
    }
  });
}
`;
