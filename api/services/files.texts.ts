import type { Text } from '#/domain/base/text.ts'

export const fileRefusals = {
  empty: { zh: '文件是空的，请重新选择', en: 'The file is empty. Choose it again.', es: 'El archivo está vacío. Elíjalo de nuevo.', ja: 'ファイルが空です。選び直してください。' },
  tooLarge: { zh: '文件过大，最大 {megabytes} MB', en: 'The file is too large; at most {megabytes} MB.', es: 'El archivo es demasiado grande; máximo {megabytes} MB.', ja: 'ファイルが大きすぎます（最大 {megabytes} MB）。' },
  pictureKind: { zh: '图片只接受 JPG、PNG、WEBP 格式', en: 'A picture is a JPG, PNG or WEBP file.', es: 'La imagen debe ser JPG, PNG o WEBP.', ja: '画像は JPG・PNG・WEBP のみです。' },
  pictureHeic: {
    zh: '暂不能读取 HEIC 照片，请在手机相机设置中选择“兼容性最佳”，或另存为 JPG 后上传',
    en: 'HEIC photos cannot be read. Set the camera to “Most Compatible”, or save the photo as JPG.',
    es: 'No se pueden leer fotos HEIC. Ponga la cámara en «Más compatible» o guarde la foto como JPG.',
    ja: 'HEIC 写真は読み取れません。カメラを「互換性優先」にするか、JPG で保存してください。',
  },
  picturePixels: {
    zh: '图片尺寸过大（最多 {megapixels} 百万像素），请缩小后上传',
    en: 'The picture has too many pixels (at most {megapixels} million). Make it smaller.',
    es: 'La imagen tiene demasiados píxeles (máximo {megapixels} millones). Redúzcala.',
    ja: '画像の画素数が多すぎます（最大 {megapixels} 百万画素）。縮小してください。',
  },
  pictureBroken: { zh: '图片已损坏或不完整，请重新拍摄或选择', en: 'The picture is damaged or incomplete. Take or choose it again.', es: 'La imagen está dañada o incompleta. Hágala o elíjala de nuevo.', ja: '画像が破損しているか不完全です。撮り直すか選び直してください。' },
  documentKind: { zh: '文件格式不符，只接受 {kinds}', en: 'This file type is not accepted; only {kinds}.', es: 'No se admite este tipo de archivo; solo {kinds}.', ja: 'この形式は使用できません。{kinds} のみです。' },
  pdfPages: { zh: 'PDF 共 {pages} 页，最多 {most} 页，请拆分后上传', en: 'The PDF has {pages} pages; at most {most}. Split it.', es: 'El PDF tiene {pages} páginas; máximo {most}. Divídalo.', ja: 'PDF は {pages} ページです（最大 {most}）。分割してください。' },
  pdfEncrypted: { zh: 'PDF 有密码保护，请去除密码后重新上传', en: 'The PDF is protected by a password. Remove it and try again.', es: 'El PDF tiene contraseña. Quítela e inténtelo de nuevo.', ja: 'PDF がパスワード保護されています。解除して再度アップロードしてください。' },
  pdfScript: {
    zh: 'PDF 内含脚本或可执行动作，不能接受；请重新“打印为 PDF”后上传',
    en: 'The PDF contains scripts or actions. Print it to a new PDF and try again.',
    es: 'El PDF contiene scripts o acciones ejecutables. Imprímalo como PDF nuevo.',
    ja: 'PDF にスクリプトや実行動作が含まれています。PDF に印刷し直してください。',
  },
  pdfBroken: { zh: 'PDF 已损坏或不完整，请重新导出后上传', en: 'The PDF is damaged or incomplete. Export it again.', es: 'El PDF está dañado o incompleto. Expórtelo de nuevo.', ja: 'PDF が破損しているか不完全です。出力し直してください。' },
  pdfSlow: {
    zh: 'PDF 检查超时，请稍后重试；多次超时请重新导出后上传',
    en: 'Checking the PDF took too long. Try again later. If it fails again, export the PDF again.',
    es: 'La comprobación del PDF tardó demasiado. Inténtelo más tarde; si se repite, expórtelo de nuevo.',
    ja: 'PDF の確認が時間内に終わりませんでした。しばらくしてから再度お試しください。繰り返す場合は PDF を出力し直してください。',
  },
  archiveBroken: { zh: '压缩文件已损坏或不完整，请重新打包后上传', en: 'The archive is damaged or incomplete. Pack it again.', es: 'El archivo comprimido está dañado o incompleto. Vuelva a comprimirlo.', ja: '圧縮ファイルが破損しているか不完全です。作り直してください。' },
  archiveEncrypted: {
    zh: '压缩文件有密码保护（{path}），请去除密码后重新上传',
    en: 'The archive is protected by a password ({path}). Remove it and try again.',
    es: 'El archivo comprimido tiene contraseña ({path}). Quítela e inténtelo de nuevo.',
    ja: '圧縮ファイルがパスワード保護されています（{path}）。解除してください。',
  },
  archiveTooLarge: { zh: '压缩文件解压后超过 {megabytes} MB，请分批上传', en: 'Unpacked, the archive exceeds {megabytes} MB. Upload it in parts.', es: 'Descomprimido, el archivo supera {megabytes} MB. Súbalo por partes.', ja: '展開後のサイズが {megabytes} MB を超えます。分けてアップロードしてください。' },
  archiveTooMany: { zh: '压缩文件内文件过多，最多 {most} 个', en: 'The archive holds too many files: at most {most}.', es: 'El archivo comprimido contiene demasiados archivos: máximo {most}.', ja: '圧縮ファイル内のファイルが多すぎます（最大 {most} 件）。' },
  archivePath: { zh: '压缩文件中的路径不安全：{path}', en: 'The archive has an unsafe path: {path}', es: 'El archivo comprimido contiene una ruta no segura: {path}', ja: '圧縮ファイルに安全でないパスがあります：{path}' },
  archiveEmpty: { zh: '压缩文件中没有文件', en: 'There is no file in the archive.', es: 'El archivo comprimido no contiene archivos.', ja: '圧縮ファイルにファイルがありません。' },
  xmlBroken: { zh: 'XML 文件格式不正确或含有文档类型定义', en: 'The XML is malformed or contains a document type definition.', es: 'El XML está mal formado o contiene una definición de tipo.', ja: 'XML の形式が正しくないか、文書型定義を含んでいます。' },
} as const satisfies Record<string, Text>
