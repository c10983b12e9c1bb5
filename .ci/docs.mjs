// What `.ci/docs` does with text. `stage FOLDER [api] [page]` copies the documents into a book's source, with links that are right there;
// `check FOLDER` looks whether every link of the finished pages leads to a file, and to a place in it.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/** Where a file of the repository is in the book, or null if it is not there. */
function place(path, parts) {
  const root = ['README.md', 'README.de.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  if (root.includes(path)) return path === 'README.md' ? 'index.md' : path;
  if (path.startsWith('docs/')) return path.slice('docs/'.length);
  const code = /^crates\/([a-z]+)\/src\/(.+\.rs)$/.exec(path);
  if (!code || !parts.includes('api')) return null;
  // As rustdoc names the crate: of its library, or of the binary.
  const manifest = readFileSync(`crates/${code[1]}/Cargo.toml`, 'utf8');
  const library = /\[lib\][^[]*?name = "([^"]+)"/.exec(manifest)?.[1];
  const name = library ?? /^name = "([^"]+)"/m.exec(manifest)[1].replaceAll('-', '_');
  return `api/src/${name}/${code[2]}.html`;
}

function stage(folder, parts) {
  const documents = [
    ...['README.md', 'README.de.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
    ...files('docs').filter((path) => path.endsWith('.md')),
  ];
  for (const path of files('docs').filter((path) => !/\.(md|toml)$/.test(path))) {
    const target = join(folder, path.slice('docs/'.length));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(path, target);
  }
  const listed = readFileSync('docs/SUMMARY.md', 'utf8');
  for (const path of documents) {
    const target = place(path, parts);
    const there = (link) => {
      const [file, anchor] = link.split('#');
      const meant = file === '' ? path : normalize(join(dirname(path), file));
      const found = place(meant, parts);
      // The list of the pages is none itself.
      if (found === null || found === 'SUMMARY.md') return null;
      const from = relative(dirname(target), found) || found.split('/').at(-1);
      return file === '' ? link : anchor ? `${from}#${anchor}` : from;
    };
    let text = readFileSync(path, 'utf8')
      // What is not part of the site is named, not linked.
      .replace(/(!?)\[((?:[^\]\\]|\\.)*)\]\((?!https?:)([^)]+)\)/g, (whole, mark, label, link) => {
        const found = there(link);
        return found === null ? label : `${mark}[${label}](${found})`;
      })
      .replace(/(src|srcset)="(?!https?:)([^"]+)"/g, (whole, name, link) => `${name}="${there(link) ?? link}"`);
    if (path === 'docs/SUMMARY.md') {
      const missed = documents.filter(
        (each) => each.startsWith('docs/') && each !== path && !listed.includes(`](${each.slice('docs/'.length)})`),
      );
      if (missed.length > 0) {
        console.error(`docs/SUMMARY.md does not name ${missed.join(', ')}; they come last.`);
        text += '\n# Further\n\n';
        for (const each of missed) {
          const title = /^# (.*)$/m.exec(readFileSync(each, 'utf8'))?.[1] ?? each;
          text += `- [${title}](${each.slice('docs/'.length)})\n`;
        }
      }
    }
    if (path === 'README.md') {
      const doors = [
        parts.includes('page') && '[The page itself](page/index.html), without a server',
        parts.includes('api') && '[the interface of the crates](api/engine/index.html)',
      ].filter(Boolean);
      if (doors.length > 0) text = text.replace('[Deutsch]', `${doors.join(' · ')} · [Deutsch]`);
    }
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    writeFileSync(join(folder, target), text);
  }
}

function check(folder) {
  const root = resolve(folder);
  const anchors = new Map();
  const anchorsOf = (file) => {
    if (!anchors.has(file)) {
      const text = readFileSync(file, 'utf8');
      anchors.set(file, new Set([...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map((match) => match[1])));
    }
    return anchors.get(file);
  };
  const wrong = [];
  let checked = 0;
  // rustdoc looks after its own pages, and the page is a program.
  const own = files(root).filter((file) => file.endsWith('.html') && !/\/(api|page)\//.test(file.slice(root.length)));
  for (const file of own.filter((each) => !/\/(print|toc|404)\.html$/.test(each))) {
    for (const [, link] of readFileSync(file, 'utf8').matchAll(/\b(?:href|src|srcset)="([^"]+)"/g)) {
      if (/^(https?:|data:|mailto:|javascript:)/.test(link)) continue;
      checked += 1;
      const [path, anchor] = decodeURI(link.replaceAll('&amp;', '&')).split('#');
      let target = path === '' ? file : join(dirname(file), path.split('?')[0]);
      if (existsSync(target) && statSync(target).isDirectory()) target = join(target, 'index.html');
      if (!existsSync(target)) wrong.push(`${relative(root, file)}: there is no ${link}`);
      else if (anchor && target.endsWith('.html') && !/\/api\//.test(target) && !anchorsOf(target).has(anchor))
        wrong.push(`${relative(root, file)}: there is no place for ${link}`);
    }
  }
  if (wrong.length > 0) {
    console.error(wrong.join('\n'));
    process.exit(1);
  }
  console.error(`${checked} links on ${own.length} pages lead somewhere.`);
}

const [task, folder, ...parts] = process.argv.slice(2);
if (task === 'stage') stage(folder, parts);
else if (task === 'check') check(folder);
else {
  console.error('usage: node .ci/docs.mjs stage FOLDER [api] [page] | check FOLDER');
  process.exit(2);
}
