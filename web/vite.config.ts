import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { pages } from '#/api/pages.ts'

const MIN_COMPRESSED_BYTES = 1024

/** Writes .br and .gz next to every script, sheet and drawing, so that the server compresses only documents. */
function precompressAssets(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    closeBundle() {
      const dist = join(import.meta.dirname, 'dist')
      for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(m?js|css|svg)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = readFileSync(path)
        if (bytes.length < MIN_COMPRESSED_BYTES) continue
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** Returns the chunk that contains a source file. */
function chunkWith(bundle: Rolldown.OutputBundle, file: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(`/web/${file}`)))
  if (chunk?.type !== 'chunk') throw new Error(`no chunk has ${file}`)
  return chunk
}

/** Returns the chunk of a source file and everything it needs to run: scripts and style sheets. */
function filesNeededBy(bundle: Rolldown.OutputBundle, file: string): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const modules = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || modules.has(chunk.fileName)) return
    modules.add(chunk.fileName)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) modules.add(sheet)
    for (const name of chunk.imports) add(chunks.find((each) => each.fileName === name))
  }
  add(chunkWith(bundle, file))
  return [...modules]
}

/** Makes the prefetch script run as soon as it has loaded, before the other scripts. */
function withPrefetch(html: string, bundle: Rolldown.OutputBundle): string {
  const { fileName } = chunkWith(bundle, 'prefetch.ts')
  const others = html.split('\n').filter((line) => !line.includes(fileName))
  const at = others.findIndex((line) => line.includes('<script type="module"'))
  if (at === -1) throw new Error('index.html has no script')
  return others.toSpliced(at, 0, `    <script type="module" crossorigin src="/${fileName}"></script>`).join('\n')
}

/**
 * Writes a document for every page besides index.html: `page/<path>.html`, and `page/app.html` for all other paths of
 * the application. Each lists the files of its page, so that they load in parallel, and last the style sheet of dialogs,
 * so that the first dialog fetches only scripts. The dashboard opens no dialog. The server delivers the document that
 * matches the address.
 */
function pageDocuments(): Plugin {
  return {
    name: 'page-documents',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('there is no index.html')
      const html = withPrefetch(String(index.source), bundle)
      index.source = html
      const modules = readFileSync(join(import.meta.dirname, 'modules.ts'), 'utf8')
      const screens = [...modules.matchAll(/(\w+): (?:async )?\(\) => \(?(?:await )?import\('#\/web\/([^']+)'\)/g)]
      const dialogSheets = [...(chunkWith(bundle, 'ui/DialogFrame.tsx').viteMetadata?.importedCss ?? [])]
      const writePage = (name: string, files: readonly string[]) => {
        const pageFiles = ['shell/Application.tsx', ...files].flatMap((file) => filesNeededBy(bundle, file))
        const sheets = name === 'dashboard' ? [] : dialogSheets
        const neededFiles = [...new Set([...pageFiles, ...sheets])].filter((each) => !html.includes(each))
        const links = neededFiles.map((each) =>
          each.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="/${each}">` : `<link rel="modulepreload" crossorigin href="/${each}">`,
        )
        this.emitFile({ type: 'asset', fileName: `page/${name}.html`, source: html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`) })
      }
      writePage('app', [])
      for (const [key, { path }] of Object.entries(pages)) {
        const files = screens.filter(([, name]) => name === key).map(([, , file = '']) => file)
        if (files.length > 0 && !path.includes(':')) writePage(path.slice(1), files)
      }
    },
  }
}

/**
 * Files that the PDF reader fetches by name: character maps for Chinese, Japanese and Korean, standard fonts, image
 * decoders.
 */
function copyPdfAssets(): Plugin {
  const parts = ['cmaps', 'standard_fonts', 'wasm']
  return {
    name: 'pdf-parts',
    apply: 'build',
    closeBundle() {
      for (const part of parts)
        cpSync(join(import.meta.dirname, '../node_modules/pdfjs-dist', part), join(import.meta.dirname, 'dist/pdfjs', part), { recursive: true })
    },
  }
}

/** Returns a pattern for chunk entries by source file. A chunk includes its static imports. */
const filePattern = (...names: string[]) => new RegExp(`/web/(${names.join('|')})\\.tsx?$`)

/** The icons of our components. */
const icons = [...readFileSync(join(import.meta.dirname, 'ui/icons.ts'), 'utf8').matchAll(/icons-svg\/es\/asn\/(\w+)\.js/g)].map(([, name]) => name)

const frame = filePattern(
  'shell/Application',
  'ui/(DataTable|FilterBar|PageHeader|Money|StatusTag|TotalsOnRequest|ActionButton|Tabs|ReasonDialog|DetailDrawer|QueryContent|useUrlState|Masked|Segmented|FindField|Dialog|Facts|Switch|ConfirmButton|unsaved|moneyColumn)',
  'parts/files/(DownloadButton|ExportButton|PreviewButton)',
  'parts/plain/ExportPlain',
  'parts/money/MoneyLink',
  'parts/proof/useProvedSubmit',
  'access/changes/public',
  'kernel/punctuation',
  'onboarding/imports/ImportButton',
)

/**
 * The chunks, in loading order: the sign-in page, the frame with the components of every list, and the code of single
 * pages. The first dialog loads dialog frames and form fields. The first day field loads the calendar.
 */
const groups = [
  { name: 'prefetch', test: filePattern('prefetch'), priority: 5 },
  // Contains the small rules that both public pages and dialogs check.
  {
    name: 'entry',
    test: new RegExp(`${filePattern('main').source}|/domain/base/(?:upload|identity|contact|period)\\.ts$|/web/kernel/useResendCountdown\\.ts$`),
    priority: 4,
  },
  {
    name: 'frame',
    // Contains the names of amounts, for which the dashboard would otherwise load the batch pages.
    test: new RegExp(
      `${frame.source}|/icons-svg/es/asn/(${icons.join('|')})\\.js$|/api/(?:amounts|agreements/contract-modes|organisations/signature-methods)\\.texts\\.ts$`,
    ),
    priority: 3,
  },
  // Names and rules of batches that other pages and drawers use, without the batch pages.
  {
    name: 'batch-names',
    test: new RegExp(
      `/api/money/payments\\.texts\\.ts$|/domain/(?:money/(?:batch|reconciliation)|organisations/payout-channel)\\.ts$|${filePattern('parts/money/BatchTag', 'organisations/units/(?:usePlaceFields|place.texts)').source}`,
    ),
    priority: 3,
    includeDependenciesRecursively: false,
  },
  { name: 'claim-names', test: /\/(?:api\/money\/collections\.texts|domain\/money\/collection)\.ts$/, priority: 3, includeDependenciesRecursively: false },
  { name: 'batches', test: filePattern('money/payments/(AllBatchesPage|PaymentsPage)'), priority: 2 },
  { name: 'dashboard', test: filePattern('desk/dashboard/DashboardPage'), priority: 2 },
  // Fields of dialogs that a list also uses. Their dependencies stay in separate chunks, which other pages share.
  {
    name: 'accounts',
    test: new RegExp(`${filePattern('access/users/(useActions|SubjectField)').source}|/domain/access/dual-control\\.ts$`),
    priority: 1,
    includeDependenciesRecursively: false,
  },
  { name: 'units', test: filePattern('organisations/units/(tags|texts|UnitField)'), priority: 1, includeDependenciesRecursively: false },
  { name: 'desk-lists', test: filePattern('desk/dashboard/desk-lists'), priority: 2 },
  {
    name: 'dialogs',
    test: filePattern(
      'ui/(DialogFrame|DrawerFrame|ConfirmDialog|ReasonFrame|Form|Field|TextInput|MoneyInput|NumberInput|NumberField|Select|MultiSelect|FindSelect|RadioGroup|FileDrop|DayInput|useAmountRule)',
      'parts/(CategoriesField|proof/ChangeReasonField|proof/AccessReasonInput|money/ConfirmMoney)',
    ),
    priority: 2,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: [{ find: /^#\//, replacement: `${join(import.meta.dirname, '..')}/` }] },
  plugins: [react(), pageDocuments(), copyPdfAssets(), precompressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Every targeted browser supports module preloading.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000', '/files': 'http://127.0.0.1:3000' } },
})
