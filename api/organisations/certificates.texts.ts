import type { Text } from '#/domain/base/text.ts'
import type { CertificateFault } from '#/domain/organisations/certificate.ts'

/** Refusals of certificates, and the faults of a file by their code. */
export const certificateRefusals = {
  notFound: { zh: '证书不存在', en: 'The certificate does not exist.', es: 'El certificado no existe.', ja: '証明書が存在しません。' },
  noRight: { zh: '仅平台有权维护签章证书', en: 'Only the platform manages certificates.', es: 'Solo la plataforma gestiona los certificados.', ja: '証明書を管理できるのはプラットフォームのみです。' },
  notCurrent: { zh: '该证书已停用', en: 'This certificate is no longer in use.', es: 'Este certificado ya no está en uso.', ja: 'この証明書はすでに使用を終えています。' },
  same: { zh: '该证书正在使用', en: 'This certificate is already in use.', es: 'Este certificado ya está en uso.', ja: 'この証明書はすでに使用中です。' },
  waiting: { zh: '已有一张证书待复核，请先处理', en: 'Another certificate is already awaiting approval. Approve, reject or withdraw it first.', es: 'Ya hay un certificado por aprobar. Resuelva o retire primero ese cambio.', ja: '承認待ちの証明書があります。先に承認または取消をしてください。' },
  damaged: { zh: '不是可用的 PKCS#12 文件（.pfx / .p12）', en: 'This is not a usable PKCS #12 file (.pfx or .p12).', es: 'No es un archivo PKCS #12 utilizable (.pfx o .p12).', ja: '使用できる PKCS#12 ファイル（.pfx / .p12）ではありません。' },
  certificateSlow: {
    zh: '证书读取超时，请稍后重试',
    en: 'Reading the certificate took too long. Try again later.',
    es: 'La lectura del certificado tardó demasiado. Inténtelo más tarde.',
    ja: '証明書の読み取りが時間内に終わりませんでした。しばらくしてから再度お試しください。',
  },
  cipher: {
    zh: '文件的加密方式过旧或不支持，请以 AES 或 3DES 重新导出',
    en: 'The file is encrypted in a way that is too old or unknown. Export it again with AES or 3DES.',
    es: 'El cifrado del archivo es demasiado antiguo o desconocido. Expórtelo de nuevo con AES o 3DES.',
    ja: 'ファイルの暗号方式が古いか未対応です。AES または 3DES で書き出し直してください。',
  },
  password: { zh: '密码错误', en: 'The password is wrong.', es: 'La contraseña no es correcta.', ja: 'パスワードが違います。' },
  noKey: { zh: '文件中没有私钥，请连同私钥导出', en: 'The file contains no private key. Export the certificate together with its key.', es: 'El archivo no contiene la clave privada. Exporte el certificado con su clave.', ja: '秘密鍵が含まれていません。秘密鍵付きで書き出してください。' },
  noCertificate: { zh: '文件中没有证书', en: 'The file contains no certificate.', es: 'El archivo no contiene ningún certificado.', ja: '証明書が含まれていません。' },
  mismatch: { zh: '私钥与证书不匹配', en: 'The private key does not match a certificate in the file.', es: 'La clave no corresponde a ningún certificado del archivo.', ja: '秘密鍵と証明書が対応していません。' },
  kind: {
    zh: '仅支持 2048 位及以上的 RSA 证书；有效期超过 2030 年的须为 3072 位及以上',
    en: 'The certificate must be RSA with at least 2048 bits, or 3072 if it is valid beyond 2030.',
    es: 'El certificado debe ser RSA de al menos 2048 bits, o 3072 si vale después de 2030.',
    ja: '2048 ビット以上の RSA 証明書のみ使用できます（2030年を超えて有効なものは 3072 ビット以上）。',
  },
  early: { zh: '证书自 {day} 起生效，现在还不能使用', en: 'The certificate is not valid before {day}.', es: 'El certificado no es válido hasta el {day}.', ja: '証明書の有効期間は {day} からです。' },
  expired: { zh: '证书已于 {day} 过期', en: 'The certificate expired on {day}.', es: 'El certificado caducó el {day}.', ja: '証明書は {day} に期限切れです。' },
  subject: {
    zh: '证书主体与本中心不符：证书为“{subject}”，应为“{company}”',
    en: 'The certificate belongs to another company: it names “{subject}”, but the centre is “{company}”.',
    es: 'El certificado es de otra empresa: dice «{subject}» y el centro es «{company}».',
    ja: '証明書の名義が異なります：証明書「{subject}」、センター「{company}」。',
  },
} as const satisfies Record<CertificateFault | 'certificateSlow' | 'notFound' | 'noRight' | 'notCurrent' | 'same' | 'waiting', Text>
