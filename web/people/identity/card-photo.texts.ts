import type { Text } from '#/domain/text.ts'

/** Texts of the card picture field. */
export const cardPhotoTexts = {
  choose: { zh: '选择图片', en: 'Choose a picture', es: 'Elegir imagen', ja: '画像を選択' },
  take: { zh: '拍照', en: 'Take a photo', es: 'Hacer foto', ja: '撮影する' },
  again: { zh: '重新上传', en: 'Another picture', es: 'Otra imagen', ja: '選び直す' },
  remove: { zh: '移除', en: 'Remove', es: 'Quitar', ja: '削除' },
  cancel: { zh: '取消', en: 'Cancel', es: 'Cancelar', ja: 'キャンセル' },
  retry: { zh: '重试', en: 'Try again', es: 'Reintentar', ja: '再試行' },
  enlarge: { zh: '放大查看', en: 'Enlarge', es: 'Ampliar', ja: '拡大' },
  close: { zh: '关闭', en: 'Close', es: 'Cerrar', ja: '閉じる' },
  hint: { zh: 'JPG、PNG、WEBP，最大 10 MB；四角完整、字迹清晰、无反光', en: 'JPG, PNG or WEBP, up to 10 MB; all four corners, sharp, no reflections', es: 'JPG, PNG o WEBP, hasta 10 MB; cuatro esquinas, nítida, sin reflejos', ja: 'JPG・PNG・WEBP、10 MB まで。四隅が写り、鮮明で反射のないもの' },
  dropHere: { zh: '或将图片拖到此处', en: 'or drop a picture here', es: 'o suelte una imagen aquí', ja: 'またはここにドロップ' },
  preparing: { zh: '正在处理图片…', en: 'Preparing the picture…', es: 'Preparando la imagen…', ja: '画像を準備しています…' },
  reading: { zh: '正在上传并识别，通常几秒钟…', en: 'Uploading and reading; this usually takes a few seconds…', es: 'Subiendo y leyendo; suele tardar unos segundos…', ja: 'アップロードと読み取り中です（通常は数秒）…' },
  slow: { zh: '识别较慢，请稍候，也可取消后手工填写', en: 'This takes longer than usual. Wait, or cancel and type by hand.', es: 'Tarda más de lo normal. Espere, o cancele y escriba a mano.', ja: '時間がかかっています。お待ちいただくか、キャンセルして手入力してください。' },
  done: { zh: '已识别，请对照图片核对', en: 'Read. Compare the details with the picture.', es: 'Leído. Compare los datos con la imagen.', ja: '読み取りました。画像と照合してください。' },
  kept: { zh: '图片已上传', en: 'The picture is uploaded.', es: 'La imagen está subida.', ja: '画像をアップロードしました。' },
  warnings: { zh: '图片提示', en: 'About this picture', es: 'Sobre esta imagen', ja: '画像について' },
  tooBig: { zh: '图片过大，最大 10 MB', en: 'The picture is too large; at most 10 MB.', es: 'La imagen es demasiado grande; máximo 10 MB.', ja: '画像が大きすぎます（最大 10 MB）。' },
  wrongKind: { zh: '请选择 JPG、PNG 或 WEBP 图片', en: 'Choose a JPG, PNG or WEBP picture.', es: 'Elija una imagen JPG, PNG o WEBP.', ja: 'JPG・PNG・WEBP の画像を選択してください。' },
  empty: { zh: '图片是空的，请重新选择', en: 'The picture is empty. Choose another.', es: 'La imagen está vacía. Elija otra.', ja: '画像が空です。選び直してください。' },
  failed: { zh: '上传失败，请重试', en: 'The upload failed. Try again.', es: 'Error al subir. Inténtelo de nuevo.', ja: 'アップロードに失敗しました。再試行してください。' },
  specimen: { zh: '使用演示样本', en: 'Use a demo specimen', es: 'Usar una muestra', ja: 'デモ用見本を使う' },
} as const satisfies Record<string, Text>
