// Drives plimsoll mcp by other people's clients, and prints what holds.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { getEncoding } from 'js-tiktoken';

const plimsoll = process.env.PLIMSOLL;
const stdio = ['mcp', '--snapshot', process.env.SNAPSHOT];
const run = promisify(execFile);
const vocabularies = ['cl100k_base', 'o200k_base'].map(getEncoding);
const TOKENS = 2000;
let broken = 0;

function law(name, holds, detail = '') {
  broken += holds ? 0 : 1;
  console.log(`${holds ? 'holds ' : 'BROKEN'}  ${name}${detail ? `: ${detail}` : ''}`);
}

async function fails(call) {
  try {
    await call();
    return '';
  } catch (e) {
    return e.message;
  }
}

const tokens = (text) => Math.max(...vocabularies.map((v) => v.encode(text).length));

async function connect(transport) {
  const client = new Client({ name: 'drive', version: '1' });
  await client.connect(transport);
  return client;
}

const newStdio = () =>
  connect(new StdioClientTransport({ command: plimsoll, args: stdio, stderr: 'ignore' }));

async function everything(kind, client) {
  const { tools } = await client.listTools();
  law(`${kind}: tools have schemas, and only read`,
    tools.length >= 7 && tools.every((t) => t.outputSchema && t.annotations.readOnlyHint), tools.map((t) => t.name).join(' '));
  for (const tool of tools) {
    const result = await client.callTool({ name: tool.name, arguments: tool.inputSchema.examples[0] });
    const text = result.content[0].text;
    law(`${kind}: ${tool.name} answers its example in at most ${TOKENS} tokens`,
      !result.isError && tokens(text) <= TOKENS && JSON.parse(text).answer === result.structuredContent.answer, `${tokens(text)} tokens`);
  }
  let pages = 0;
  let most = 0;
  const ids = new Set();
  for (let next = {}; next;) {
    const { content, structuredContent: page } = await client.callTool({ name: 'gaps', arguments: next });
    pages++;
    most = Math.max(most, tokens(content[0].text));
    page.items.forEach((i) => ids.add(i.id));
    next = page.next ? { cursor: page.next.cursor } : undefined;
    law(`${kind}: page ${pages} of gaps goes on`, ids.size <= page.numbers.gaps && (next || ids.size === page.numbers.gaps));
  }
  law(`${kind}: pages of gaps are short`, most <= TOKENS, `${ids.size} gaps on ${pages} pages, at most ${most} tokens`);
  law(`${kind}: prompts`, (await client.listPrompts()).prompts.length === 3
    && (await client.getPrompt({ name: 'namespace-full', arguments: { namespace: 'vision' } })).messages.length === 1);
  law(`${kind}: resources`, (await client.listResources()).resources.length === 2
    && (await client.readResource({ uri: 'plimsoll://gaps/NoQuota' })).contents[0].text.includes('NoQuota'));
  law(`${kind}: an unknown tool is an error`, (await fails(() => client.callTool({ name: 'none' }))).includes('unknown tool'));
  law(`${kind}: an unknown resource is an error`, (await fails(() => client.readResource({ uri: 'file:///etc/passwd' }))).includes('not found'));
  const bad = await client.callTool({ name: 'gaps', arguments: { kind: 5 } });
  law(`${kind}: a bad argument is one sentence`, bad.isError && !bad.content[0].text.includes('\n'), bad.content[0].text);
}

async function cancellation(client) {
  const controller = new AbortController();
  const call = fails(() => client.callTool({ name: 'advise' }, undefined, { signal: controller.signal }));
  controller.abort('enough');
  law('stdio: a cancelled call ends, and the next is answered',
    (await call) !== '' && !(await client.callTool({ name: 'quota' })).isError);
}

async function progress(client) {
  const seen = [];
  await client.callTool({ name: 'gaps' }, undefined, { onprogress: (p) => seen.push(p.progress) });
  law('stdio: progress is told', seen.length > 0 && seen.every((p, i) => i === 0 || p > seen[i - 1]), JSON.stringify(seen));
}

async function raw(lines) {
  const child = spawn(plimsoll, stdio, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(lines.map((l) => `${l}\n`).join(''));
  let out = '';
  for await (const piece of child.stdout) {
    out += piece;
  }
  return out.trim().split('\n').map((l) => JSON.parse(l));
}

const initialize = (version) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize',
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'raw', version: '1' } } });

async function versionsAndGarbage() {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const [answer] = await raw([initialize(version)]);
    law(`stdio: version ${version} is spoken`, answer.result.protocolVersion === version);
  }
  const [other] = await raw([initialize('1999-01-01')]);
  law('stdio: an unknown version is answered with the newest', other.result.protocolVersion === '2025-11-25');
  const answers = await raw(['garbage', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":9,"method":"ping"}']);
  law('stdio: after garbage the next message is answered',
    answers.some((a) => a.error?.code === -32700) && answers.some((a) => a.error?.code === -32600) && answers.some((a) => a.id === 9 && a.result));
}

async function inspector(url) {
  const bin = 'node_modules/.bin/mcp-inspector';
  const node = process.execPath;
  const list = await run(node, [bin, '--cli', url, '--transport', 'http', '--method', 'tools/list']);
  law('inspector: lists over HTTP', list.stdout.includes('"gaps"'));
  const called = await run(node, [bin, '--cli', url, '--transport', 'http', '--method', 'tools/call',
    '--tool-name', 'explain', '--tool-arg', 'object=deployment/notebook', 'namespace=vision']);
  law('inspector: calls over HTTP', called.stdout.includes('DeniedByQuota'));
  const local = await run(node, [bin, '--cli', plimsoll, ...stdio.map((w) => w), '--method', 'prompts/list']).catch((e) => e);
  law('inspector: lists over stdio', `${local.stdout}`.includes('pod-pending'), local.stderr ? `${local.stderr}`.split('\n')[0] : '');
}

async function conformance(url) {
  const bin = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']) {
    const { stdout = '', stderr = '', code = 0 } = await run(process.execPath,
      [bin, 'server', '--url', url, '--scenario', scenario]).catch((e) => e);
    const summary = `${stdout}${stderr}`.match(/\d+\/\d+[^\n]*|Passed:[^\n]*/);
    law(`conformance: ${scenario}`, code === 0, summary ? summary[0] : `${stderr}`.split('\n')[0]);
  }
}

async function http() {
  const demo = spawn(plimsoll, ['demo', '--port', '0', '--snapshot', process.env.SNAPSHOT], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let out = '';
    for await (const piece of demo.stdout) {
      out += piece;
      if (/Listening on (\S+)\./.test(out)) break;
    }
    const url = `${out.match(/Listening on (\S+)\./)[1]}/mcp`;
    const [one, two] = await Promise.all([1, 2].map(() => connect(new StreamableHTTPClientTransport(new URL(url)))));
    await everything('http', one);
    const both = await Promise.all([one, two].map((c) => c.callTool({ name: 'gaps', arguments: { namespace: 'vision' } })));
    law('http: two clients at once are answered the same', both[0].content[0].text === both[1].content[0].text);
    await one.close();
    await two.close();
    await inspector(url);
    await conformance(url);
  } finally {
    demo.kill();
  }
}

const started = performance.now();
const [one, two] = await Promise.all([newStdio(), newStdio()]);
console.log(`two servers were ready after ${Math.round(performance.now() - started)} ms`);
await everything('stdio', one);
const both = await Promise.all([one, two].map((c) => c.callTool({ name: 'gaps', arguments: { namespace: 'vision' } })));
law('stdio: two clients at once are answered the same', both[0].content[0].text === both[1].content[0].text);
await cancellation(one);
await progress(one);
await one.close();
await two.close();
await versionsAndGarbage();
await http();
console.log(broken ? `${broken} laws are broken` : 'all laws hold');
process.exit(broken ? 1 : 0);
