import { useEffect, useId, useRef, useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { saveFile } from '#/web/showcase/mocks.ts'
import { texts } from '#/web/showcase/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'

const megabyte = 1024 * 1024
const pictures = ['png', 'jpg', 'jpeg', 'webp']
const side = 200

const uploadTexts = {
  picture: { zh: '选择图片', en: 'Choose a picture', es: 'Elegir una imagen', ja: '画像を選択' },
  zoom: { zh: '缩放', en: 'Zoom', es: 'Ampliar', ja: '拡大' },
  cropped: { zh: '裁剪结果', en: 'The cropped picture', es: 'La imagen recortada', ja: '切り抜いた画像' },
  unreadable: { zh: '无法读取该图片', en: 'The picture cannot be read.', es: 'No se puede leer la imagen.', ja: '画像を読み込めません。' },
  file: { zh: '添加文件', en: 'Add a file', es: 'Añadir un archivo', ja: 'ファイルを追加' },
  stays: {
    zh: '文件只留在浏览器中，不会上传',
    en: 'Files stay in this browser; nothing is sent.',
    es: 'Los archivos quedan en el navegador; no se envía nada.',
    ja: 'ファイルはブラウザー内に留まり、送信されません。',
  },
} as const satisfies Record<string, Text>

/** A picture cropped to a square in the browser. */
export function AvatarUpload() {
  const t = useText()
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [zoom, setZoom] = useState(1)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!file || !context) return
    let isCancelled = false
    createImageBitmap(file).then(
      (picture) => {
        if (isCancelled) return
        const cropSize = Math.min(picture.width, picture.height) / zoom
        context.clearRect(0, 0, side, side)
        context.drawImage(picture, (picture.width - cropSize) / 2, (picture.height - cropSize) / 2, cropSize, cropSize, 0, 0, side, side)
      },
      () => isCancelled || showNotice('error', t(uploadTexts.unreadable)),
    )
    return () => {
      isCancelled = true
    }
  }, [file, zoom, t])
  return (
    <div className="x-two">
      <FileDrop value={file} onChange={setFile} kinds={pictures} maxBytes={5 * megabyte} label={t(uploadTexts.picture)} hint={t(uploadTexts.stays)} />
      <div className="k-stack">
        <canvas ref={canvas} className="x-avatar" width={side} height={side} role="img" aria-label={t(uploadTexts.cropped)} />
        <label className="x-field" htmlFor={id}>
          <span>{t(uploadTexts.zoom)}</span>
          <input id={id} type="range" min={1} max={4} step={0.1} value={zoom} disabled={!file} onChange={(event) => setZoom(Number(event.target.value))} />
        </label>
        <div className="k-row">
          <Button disabled={!file} onClick={() => canvas.current?.toBlob((bytes) => bytes && saveFile(bytes, 'avatar.png'))}>
            {t(texts.download)}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Several files, checked as in the rest of the product. */
export function Dropzone() {
  const t = useText()
  const [files, setFiles] = useState<readonly File[]>([])
  return (
    <>
      <FileDrop
        value={null}
        onChange={(file) => file && setFiles((was) => [...was, file].slice(-20))}
        kinds={[...pictures, 'pdf', 'xlsx', 'txt']}
        maxBytes={10 * megabyte}
        label={t(uploadTexts.file)}
        hint={t(uploadTexts.stays)}
      />
      <ul className="x-rights">
        {files.map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list may contain a file twice.
          <li key={at} className="k-row k-spread">
            <span>
              {file.name} <span className="k-note">{formatSize(file.size)}</span>
            </span>
            <Button type="link" danger onClick={() => setFiles(files.filter((_, each) => each !== at))}>
              {t(texts.remove)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
