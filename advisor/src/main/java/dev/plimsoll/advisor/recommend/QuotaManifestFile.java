package dev.plimsoll.advisor.recommend;

import com.google.gson.JsonObject;
import java.util.Comparator;
import java.util.List;

/**
 * A quota that is to change as a file of a repository from which a cluster is managed. What is in
 * it depends on what is proposed alone, so that it changes when that does.
 *
 * @param namespace the folder
 * @param quota the file, without {@code .yaml}
 * @param comments what to know about it, a line each; the first says who wrote the file
 * @param object the whole quota
 */
public record QuotaManifestFile(
    String namespace, String quota, List<String> comments, JsonObject object) {
  /** The first comment of each file. */
  public static final String HEADER =
      "Written by plimsoll advise --write, which overwrites the file as long as this line stays.";

  public QuotaManifestFile {
    comments = List.copyOf(comments);
  }

  /** Returns a file for each quota that is to change, by namespace and name. */
  public static List<QuotaManifestFile> of(Advice advice) {
    String policy = advice.shares().capacity().policy().name();
    return advice.changes().stream()
        .map(r -> of(policy, r))
        .sorted(
            Comparator.comparing(QuotaManifestFile::namespace)
                .thenComparing(QuotaManifestFile::quota))
        .toList();
  }

  private static QuotaManifestFile of(String policy, QuotaRecommendation recommendation) {
    return new QuotaManifestFile(
        recommendation.proposal().namespace(),
        recommendation.proposal().name(),
        List.of(
            HEADER, "Tenant " + recommendation.proposal().tenant() + ", policy " + policy + "."),
        ManifestJson.of(recommendation.quota()));
  }
}
