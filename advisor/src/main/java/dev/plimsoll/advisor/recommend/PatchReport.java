package dev.plimsoll.advisor.recommend;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.patch.ShellWords;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.List;

/**
 * Advice as documents for {@code kubectl apply --server-side}: each quota that is to change, whole,
 * because who replaces it must not lose the rest.
 */
public final class PatchReport {
  private PatchReport() {}

  /**
   * A quota to apply.
   *
   * @param comments what to know about it, a line each; what apply can't do is said as a command
   * @param object the quota
   */
  public record Manifest(List<String> comments, JsonObject object) {

    public Manifest {
      comments = List.copyOf(comments);
    }
  }

  /** Returns the quotas that are to change. */
  public static List<Manifest> of(Advice advice) {
    return advice.changes().stream().map(PatchReport::document).toList();
  }

  private static Manifest document(QuotaRecommendation quotaRecommendation) {
    String change =
        quotaRecommendation.proposal().isNew()
            ? "new: " + quotaRecommendation.proposal().proposed()
            : AdviceSummary.ceilings(quotaRecommendation.proposal().now())
                + " -> "
                + AdviceSummary.ceilings(quotaRecommendation.proposal().proposed());
    List<ResourceName> dead = quotaRecommendation.proposal().dropped();
    List<String> comments =
        dead.isEmpty()
            ? List.of(change)
            : List.of(
                change,
                "Apply leaves keys of other field managers; this drops keys that are never"
                    + " charged:",
                "  " + drop(quotaRecommendation.proposal()));
    return new Manifest(comments, ManifestJson.of(quotaRecommendation.quota()));
  }

  private static String drop(ResourceQuotaProposal proposal) {
    JsonObject hard = new JsonObject();
    proposal.dropped().forEach(d -> hard.add(d.name(), JsonNull.INSTANCE));
    JsonObject spec = new JsonObject();
    spec.add("hard", hard);
    JsonObject patch = new JsonObject();
    patch.add("spec", spec);
    return ShellWords.join(
        List.of(
            "kubectl",
            "patch",
            "resourcequota",
            proposal.name(),
            "-n",
            proposal.namespace(),
            "--type=merge",
            "-p",
            patch.toString()));
  }
}
