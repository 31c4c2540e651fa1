import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * `node deploy/nginx-here.mjs FOLDER PORT PRODUCT_PORTS`: runs nginx with `nginx.conf` for tests and measurements, without
 * certificates and in a folder of its own. It listens on a loopback port, in front of servers on others (`3000,3001`), until
 * SIGTERM.
 */

const [folder = '', port, productPorts = ''] = process.argv.slice(2);
const servers = productPorts.split(',').map((one) => `server 127.0.0.1:${one} max_fails=0;`);

function adaptSite() {
  const text = fs.readFileSync(path.join(import.meta.dirname, 'nginx.conf'), 'utf8');
  // The server that redirects to https is left out.
  const [head = '', , site = ''] = text.split(/^(?=server \{)/m);
  return (head + site)
    .replace(/^ *(ssl_.*|listen \[::\].*)\n/gm, '')
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`)
    .replace('server 127.0.0.1:3000 max_fails=0;', servers.join(' '))
    .replace('/var/cache/nginx/goldleaf', `${folder}/cache`);
}

const config = path.join(folder, 'nginx.conf');
fs.writeFileSync(
  config,
  `daemon off; pid ${folder}/pid; error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  ${adaptSite()}
}
`,
);
const child = spawn('nginx', ['-c', config, '-p', folder, '-e', 'stderr'], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT']))
  process.on(signal, () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
