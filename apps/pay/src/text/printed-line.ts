/** A slip's 47 digits in their printed groups. */
export const printedLine = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/u, "$1.$2 $3.$4 $5.$6 $7 $8")
