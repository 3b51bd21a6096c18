package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.QuotaOrigin;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The names of ledgers: a readable part of the quota's name and a hash of its identity. Quotas of
 * several kinds may share a name, and a namespace plus a name may exceed a name's length.
 */
public final class LedgerName {
  private static final int READABLE = 200;
  private static final int HASH = 20;

  private LedgerName() {}

  /** Returns the name of a quota's ledger: at most 253 characters, as RFC 1123 wants subdomains. */
  public static String of(QuotaOrigin origin) {
    String whole = origin.toString();
    String readable =
        whole
            .substring(whole.indexOf('/') + 1)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    String cut = readable.substring(0, Math.min(READABLE, readable.length()));
    return (cut + "-" + hash(whole)).replaceFirst("^-+", "").replaceAll("-{2,}", "-");
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
