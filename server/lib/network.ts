import { isIPv6 } from 'node:net'

const groupsPerAddress = 8
/** One subscriber gets a whole IPv6 /64 and can use a different address for every request. */
const groupsPerSubscriber = 4

/** Returns the network that rate limits count: an IPv4 address itself, or an IPv6 address's /64. */
export function networkOf(ip: string): string {
  const [bare = ''] = ip.split('%')
  const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mappedAddress !== undefined) return mappedAddress
  if (!isIPv6(bare)) return ip
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [front, back] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const allGroups = [...(front ?? []), ...Array<string>(groupsPerAddress - (front?.length ?? 0) - (back?.length ?? 0)).fill('0'), ...(back ?? [])]
  return `${allGroups.slice(0, groupsPerSubscriber).join(':')}::/64`
}
