import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Failure } from '#/web/ui/Failure.tsx'
import { fileTexts } from './file.texts.ts'

GlobalWorkerOptions.workerSrc = workerUrl

interface PdfPagesProps {
  readonly bytes: ArrayBuffer
  /** 1 means the width of the window. */
  readonly zoom: number
  readonly turn: number
  readonly width: number
  readonly onPages: (pages: number) => void
}

interface PageProps {
  readonly document: PDFDocumentProxy
  readonly number: number
  readonly zoom: number
  readonly turn: number
  readonly width: number
}

/** Renders a page when it comes near the viewport. Fifty pages at once would take a gigabyte of pixels. */
function Page({ document, number, zoom, turn, width }: PageProps) {
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(number <= 2)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear((was) => was || entries.some((entry) => entry.isIntersecting)), { rootMargin: '600px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = canvas.current
    if (!element || !isNear) return
    let isCancelled = false
    let cancelRendering: (() => void) | undefined
    const draw = async () => {
      // A destroyed document cannot render pages.
      if (document.loadingTask.destroyed) return
      const page = await document.getPage(number)
      if (isCancelled) return
      const rotation = (page.rotate + turn) % 360
      const unscaledView = page.getViewport({ scale: 1, rotation })
      const scale = (width / unscaledView.width) * zoom
      const density = Math.min(window.devicePixelRatio || 1, 2)
      const viewport = page.getViewport({ scale: scale * density, rotation })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      element.style.width = `${Math.floor(viewport.width / density)}px`
      element.style.height = `${Math.floor(viewport.height / density)}px`
      const task = page.render({ canvas: element, viewport })
      cancelRendering = () => task.cancel()
      await task.promise
    }
    draw().catch((error: unknown) => {
      // Another file may have replaced the document while this page was rendering.
      if (!isCancelled && !document.loadingTask.destroyed) throw error
    })
    return () => {
      isCancelled = true
      cancelRendering?.()
    }
  }, [document, number, isNear, zoom, turn, width])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t(fileTexts.page, { page: number, pages: document.numPages })}
      style={{ width: width * zoom, height: width * zoom * Math.SQRT2 }}
    />
  )
}

export function PdfPages({ bytes, zoom, turn, width, onPages }: PdfPagesProps) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const notify = useRef(onPages)
  notify.current = onPages
  useEffect(() => {
    let isCancelled = false
    // The worker takes ownership of the buffer, so it gets a copy.
    const loadingTask = getDocument({
      data: new Uint8Array(bytes.slice(0)),
      cMapUrl: '/pdfjs/cmaps/',
      cMapPacked: true,
      standardFontDataUrl: '/pdfjs/standard_fonts/',
      wasmUrl: '/pdfjs/wasm/',
      enableXfa: false,
    })
    loadingTask.promise.then(
      (loaded) => {
        if (isCancelled) return
        setDocument(loaded)
        notify.current(loaded.numPages)
      },
      (error: unknown) => {
        if (!isCancelled) setFailure(error)
      },
    )
    return () => {
      isCancelled = true
      void loadingTask.destroy()
    }
  }, [bytes])
  if (failure) return <Failure error={failure} />
  if (!document) return null
  return Array.from({ length: document.numPages }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pages never move.
    <Page key={at} document={document} number={at + 1} zoom={zoom} turn={turn} width={width} />
  ))
}
