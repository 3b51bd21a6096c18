/** Certificates and keys of servers; enter at {@link dev.plimsoll.server.tls.KeyedCertificate}. */
@NullMarked
package dev.plimsoll.server.tls;

import org.jspecify.annotations.NullMarked;
