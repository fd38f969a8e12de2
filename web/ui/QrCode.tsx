import { QRCodeSVG } from 'qrcode.react'

/** A text as a QR code: black on white in every theme, because some scanners read no other. */
export function QrCode({ value, size }: { readonly value: string; readonly size: number }) {
  return <QRCodeSVG value={value} size={size} marginSize={2} bgColor="#ffffff" fgColor="#000000" className="k-qr" />
}
