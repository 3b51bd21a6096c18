package dev.plimsoll.cli;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.PatchReport;
import dev.plimsoll.cli.output.Documents;
import java.util.List;

/** Advice as YAML for {@code kubectl apply --server-side}. */
final class AdvicePatch {
  private AdvicePatch() {}

  static String text(Advice advice) {
    List<PatchReport.Manifest> manifests = PatchReport.of(advice);
    StringBuilder text =
        new StringBuilder(
            manifests.isEmpty()
                ? "# Nothing is to change.\n"
                : "# kubectl apply --server-side --field-manager=plimsoll-advisor -f FILE\n");
    for (PatchReport.Manifest manifest : manifests) {
      text.append("---\n");
      manifest.comments().forEach(c -> text.append("# ").append(c).append('\n'));
      text.append(Documents.yaml(manifest.object()));
    }
    return text.toString();
  }
}
