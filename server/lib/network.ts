import { isIPv6 } from 'node:net'

const groups = 8
/** What one house is given of IPv6: it may take another address for every request. */
const groupsOfHouse = 4

/** Whom an address counts for: an IPv4 address for itself, an IPv6 address for its /64. */
export function networkOf(ip: string): string {
  const [bare = ''] = ip.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(bare)) return ip
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [front, back] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const filled = [...(front ?? []), ...Array<string>(groups - (front?.length ?? 0) - (back?.length ?? 0)).fill('0'), ...(back ?? [])]
  return `${filled.slice(0, groupsOfHouse).join(':')}::/64`
}
