import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const WORTH_BYTES = 1024

/** Writes .br and .gz beside every text file of the build, so that the server never compresses anything itself. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    closeBundle() {
      const dist = join(import.meta.dirname, 'dist')
      for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(m?js|css|html|svg)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = readFileSync(path)
        if (bytes.length < WORTH_BYTES) continue
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** What the reader of PDFs fetches by name while it reads: character maps for Chinese, Japanese and Korean, the standard fonts, decoders of pictures. */
function pdfParts(): Plugin {
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

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: [{ find: /^#\//, replacement: `${join(import.meta.dirname, '..')}/` }] },
  plugins: [react(), pdfParts(), precompressed()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 900 },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000', '/files': 'http://127.0.0.1:3000' } },
})
