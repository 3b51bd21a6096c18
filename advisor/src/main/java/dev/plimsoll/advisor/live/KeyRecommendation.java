package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The recommendation for one key of a quota.
 *
 * @param quota the recommendation that it is a part of
 * @param key the key
 * @param proposal the ceiling that is proposed; empty if the key is to be dropped
 */
record KeyRecommendation(
    QuotaRecommendation quota, ResourceName key, Optional<QuotaKeyProposal> proposal) {
  /** The longest name that an object may have, less the hash at its end. */
  private static final int LONGEST_START = 253 - 13;

  /** Bytes of the hash, twice as many digits. */
  static final int HASH_BYTES = 6;

  /** Returns a recommendation for each key that is divided or to be dropped. */
  static List<KeyRecommendation> of(QuotaRecommendation quota) {
    List<KeyRecommendation> all = new ArrayList<>();
    quota.proposal().keys().forEach(k -> all.add(of(quota, k)));
    quota
        .proposal()
        .dropped()
        .forEach(d -> all.add(new KeyRecommendation(quota, d, Optional.empty())));
    return List.copyOf(all);
  }

  private static KeyRecommendation of(QuotaRecommendation quota, QuotaKeyProposal proposal) {
    return new KeyRecommendation(quota, proposal.key(), Optional.of(proposal));
  }

  String namespace() {
    return quota.proposal().namespace();
  }

  /**
   * Returns the name of its object, a DNS subdomain. It has the allowed characters of the quota's
   * name and the key, and a hash of both, since different keys may look alike.
   */
  String objectName() {
    String quotaName = quota.proposal().name();
    String start =
        (quotaName + "." + key.name())
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9.]+", "-")
            .replaceAll("-?\\.[-.]*", ".");
    String cut = start.substring(0, Math.min(LONGEST_START, start.length()));
    return cut.replaceAll("[-.]+$", "") + "-" + hash(quotaName + " " + key.name());
  }

  /** Returns the beginning of the text's SHA-256, in hexadecimal digits. */
  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the ceiling now; empty if the key isn't limited. */
  Optional<Quantity> now() {
    return quota.proposal().now().get(key);
  }

  /** Returns whether the ceiling is to change. */
  boolean changes() {
    return !proposal.map(QuotaKeyProposal::proposed).equals(now());
  }

  @Override
  public String toString() {
    return "recommendation " + quota.label() + " " + key;
  }
}
