/**
 * A certificate authority for one run: it certifies a server on this machine and its clients, and nobody else trusts
 * it.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto"
import forge from "node-forge"

/** A certificate and its key, PEM. */
export interface Credentials {
  readonly chain: string
  readonly key: string
}

export interface Authority {
  /** The certificate that others have to trust, PEM. */
  readonly certificate: string
  /** For a server at `localhost` and `127.0.0.1`. */
  readonly server: () => Credentials
  readonly client: (name: string) => Credentials
}

export const newAuthority = (): Authority => {
  const root = keyPair()
  const name = subjectOf("Test authority")
  const certificate = signed({
    subject: name,
    issuer: name,
    publicKey: root.publicKey,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true },
    ],
    by: root.privateKey,
  })
  const issued = (subject: string, extensions: ReadonlyArray<object>): Credentials => {
    const { publicKey, privateKey } = keyPair()
    const chain = signed({ subject: subjectOf(subject), issuer: name, publicKey, extensions, by: root.privateKey })
    return { chain, key: forge.pki.privateKeyToPem(privateKey) }
  }
  return {
    certificate,
    server: () =>
      issued("localhost", [
        { name: "extKeyUsage", serverAuth: true },
        {
          name: "subjectAltName",
          altNames: [
            { type: 2, value: "localhost" },
            { type: 7, ip: "127.0.0.1" },
          ],
        },
      ]),
    client: (subject) => issued(subject, [{ name: "extKeyUsage", clientAuth: true }]),
  }
}

interface Signing {
  readonly subject: Array<forge.pki.CertificateField>
  readonly issuer: Array<forge.pki.CertificateField>
  readonly publicKey: forge.pki.PublicKey
  readonly extensions: ReadonlyArray<object>
  readonly by: forge.pki.rsa.PrivateKey
}

const signed = ({ subject, issuer, publicKey, extensions, by }: Signing): string => {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = `01${randomBytes(8).toString("hex")}` // positive, without a leading zero byte
  certificate.validity.notBefore = new Date(Date.now() - dayMillis)
  certificate.validity.notAfter = new Date(Date.now() + dayMillis)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions([...extensions])
  certificate.sign(by, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}

const dayMillis = 86_400_000

const subjectOf = (commonName: string) => [{ name: "commonName", value: commonName }]

/** Node makes keys much faster than the library. */
const keyPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  })
  return { publicKey: forge.pki.publicKeyFromPem(publicKey), privateKey: forge.pki.privateKeyFromPem(privateKey) }
}
