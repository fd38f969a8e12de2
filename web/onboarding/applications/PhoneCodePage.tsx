import { QRCode } from 'antd'

/** A link as a QR code. */
export default function PhoneCodePage({ link }: { readonly link: string }) {
  return (
    <div className="r-code">
      <QRCode value={link} size={184} bgColor="#fff" color="#000" />
      <a href={link} className="r-link">
        {link}
      </a>
    </div>
  )
}
