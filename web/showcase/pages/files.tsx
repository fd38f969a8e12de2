import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PdfPages } from '#/web/parts/files/PdfPages.tsx'
import { mockFile, saveFile } from '#/web/showcase/mocks.ts'
import { texts } from '#/web/showcase/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'

const documentPath = `/file/articles.pdf?ids=${Array.from({ length: 20 }, (_, at) => at + 1).join(',')}`

/** Exports the articles as text files in an archive with a custom name. */
export function Zip() {
  const t = useText()
  const id = useId()
  const [name, setName] = useState('articles')
  return (
    <div className="k-row">
      <label className="x-field" htmlFor={id}>
        <span>{t(texts.fileName)}</span>
        <input id={id} className="k-input" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <ActionButton type="primary" onPress={async () => saveFile(await mockFile('/file/articles.zip'), `${name.trim() || 'articles'}.zip`)}>
        {t(texts.download)}
      </ActionButton>
    </div>
  )
}

/** A PDF to download or to view. */
export function Pdf() {
  const t = useText()
  return (
    <div className="k-row">
      <ActionButton type="primary" onPress={async () => saveFile(await mockFile(documentPath), 'articles.pdf')}>
        {t(texts.download)}
      </ActionButton>
      <Link to={showcaseRoutes.pdfDownload.path}>{t(texts.preview)}</Link>
    </div>
  )
}

/** Prints a separate document, because printing this page would include the menu. */
function print(bytes: ArrayBuffer): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  frame.onload = () => frame.contentWindow?.print()
  document.body.append(frame)
}

/** The document in the viewer of the product. */
export function PdfPreview() {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const query = useQuery({ queryKey: ['showcase', documentPath], queryFn: async () => (await mockFile(documentPath)).arrayBuffer() })
  useEffect(() => setWidth(Math.min(820, box.current?.clientWidth ?? 600)), [])
  return (
    <div ref={box}>
      <QueryContent query={query}>
        {(bytes) => (
          <div className="k-stack">
            <div className="k-row">
              <Button onClick={() => print(bytes)}>{t(texts.print)}</Button>
            </div>
            {width > 0 ? <PdfPages bytes={bytes} zoom={1} turn={0} width={width} onPages={() => undefined} /> : null}
          </div>
        )}
      </QueryContent>
    </div>
  )
}
