// The normal form in which all names are compared. `app.comparable_name` in SQL is the same function, and a test
// compares both.

/**
 * Characters without a code point in GB18030-2000. Systems of banks and registries still encode them as private-use
 * code points from U+E815.
 */
const firstPrivateUseCode = 0xe815
const standardCharacters = [
  ...'⺁𠂇𠂉𠃌⺄㑳㑇⺈⺋龴㖞㘚㘎⺌⺗㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮㳠⺧𡗗龸⺪䁖䅟⺮䌷⺳⺶⺷𢦏䎱䎬⺻䏝䓖䙡䙌龹䜣䜩䝼䞍⻊䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻',
]
const privateUseCharacters = /[\ue815-\ue864]/g

const brackets = /[[{【〔〖]|[\]}】〕〗]/g
/** The dot between the parts of a name, and other dots that keyboards and banks put in its place. */
const dots = /[.。•‧・●∙⋅᛫⸱ꞏ]/g
/** Blanks, control and invisible characters, fillers and variation selectors. */
const invisibleCharacters = /[\p{Cc}\p{Zs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

/**
 * Returns the form in which names of people, companies, banks and parties are compared: standard code points, half
 * width, round brackets, one kind of dot, no spaces and no variation selectors. Stored names keep their original form.
 */
export function comparableName(name: string): string {
  return name
    .replace(privateUseCharacters, (letter) => standardCharacters[letter.charCodeAt(0) - firstPrivateUseCode] ?? letter)
    .normalize('NFKC')
    .replace(invisibleCharacters, '')
    .replace(brackets, (bracket) => ('[{【〔〖'.includes(bracket) ? '(' : ')'))
    .replace(dots, '·')
}

/** Returns whether two names are equal apart from spelling variants. */
export function isSameName(a: string, b: string): boolean {
  return a === b || comparableName(a) === comparableName(b)
}
