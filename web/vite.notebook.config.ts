// How the board for notebooks is built (`npm run notebook`): one ES module with its styles inside, put where the Python package carries it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Puts the style sheet into the module as a text. In a shadow tree the root is the host. */
function stylesInside(): Plugin {
  return {
    name: 'kiebitz-styles-inside',
    enforce: 'post',
    generateBundle(_, bundle) {
      const sheets = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
      const text = sheets.map((sheet) => (sheet.type === 'asset' ? String(sheet.source) : '')).join('\n');
      const scoped = text
        .replace(/:root((?:\[[^\]]*\])+)/g, ':host($1)')
        .replace(/:root\b/g, ':host')
        .replace(/(^|[},\s])(html|body)(?=\s*[,{])/g, '$1:host');
      for (const sheet of sheets) delete bundle[sheet.fileName];
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replaceAll('NOTEBOOK_STYLES', () => JSON.stringify(scoped));
    },
  };
}

export default defineConfig({
  plugins: [svelte(), stylesInside()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    target: 'es2022',
    outDir: '../crates/python/python/kiebitz/static',
    emptyOutDir: true,
    cssCodeSplit: false,
    lib: { entry: 'src/notebook/index.ts', formats: ['es'], fileName: () => 'board.js' },
  },
});
