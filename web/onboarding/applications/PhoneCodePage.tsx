import { QrCode } from '#/web/ui/QrCode.tsx'

/** A link as a QR code. */
export default function PhoneCodePage({ link }: { readonly link: string }) {
  return (
    <div className="r-code">
      <QrCode value={link} size={184} />
      <a href={link} className="r-link">
        {link}
      </a>
    </div>
  )
}
