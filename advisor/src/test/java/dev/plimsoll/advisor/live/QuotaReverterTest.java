package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.testkit.faults.FailureMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaReverterTest {
  @TempDir Path folder;
  private AdvisorTestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new AdvisorTestCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private List<WriteOutcome> undo(Optional<String> namespace) throws StatusException {
    try (Connection connection = cluster.connection()) {
      return new QuotaReverter(connection).undo(namespace);
    }
  }

  @Test
  void what_was_raised_is_reduced_before_the_rest_is_raised() throws StatusException {
    cluster.apply(cluster.advice());
    List<Long> sums = new ArrayList<>();

    try (Connection connection = cluster.connection()) {
      assertThat(
              new QuotaReverter(new InterferingApiWriter(connection, p -> sums.add(cluster.sum())))
                  .undo(Optional.empty()))
          .extracting(WriteOutcome::result)
          .containsOnly(Result.DONE);
    }

    assertThat(sums).containsExactly(16L, 12L, 8L);
    assertThat(cluster.sum()).isEqualTo(36);
  }

  @Test
  void a_reduction_that_is_refused_is_missing_where_the_rest_is_raised_and_may_follow_later()
      throws StatusException {
    cluster.apply(cluster.advice());
    cluster.server().faults().fail(9, "PATCH .*/vision/", FailureMode.INTERNAL_ERROR);

    assertThat(undo(Optional.empty()))
        .extracting(WriteOutcome::toString)
        .contains(
            "quota nlp/gpu: requests.nvidia.com/gpu=4 -> requests.nvidia.com/gpu=28;"
                + " requests.nvidia.com/gpu=32 has to wait for reductions of other quotas that were"
                + " not made");
    assertThat(cluster.sum()).isEqualTo(36);
    cluster.server().faults().reset();
    assertThat(undo(Optional.empty())).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(cluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=32");
    assertThat(cluster.hard("vision", "gpu")).isEqualTo("pods=50,requests.nvidia.com/gpu=4");
  }

  @Test
  void of_a_namespace_only_its_own_quotas_are_reverted() throws StatusException {
    cluster.apply(cluster.advice());

    assertThat(undo(Optional.of("vision")))
        .containsExactly(
            new WriteOutcome(
                "quota vision/gpu",
                Result.DONE,
                "requests.nvidia.com/gpu=8 -> requests.nvidia.com/gpu=4"));
    assertThat(cluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=4");
  }

  @Test
  void a_ceiling_is_not_lowered_to_what_it_was_once_more_than_that_is_used()
      throws StatusException {
    cluster.apply(cluster.advice());
    cluster.use("vision", "gpu", "6");

    assertThat(undo(Optional.of("vision")))
        .containsExactly(
            new WriteOutcome(
                "quota vision/gpu",
                Result.CONFLICT,
                "6 of requests.nvidia.com/gpu are used by now, more than the 4 there were before;"
                    + " left unchanged"));
    assertThat(cluster.hard("vision", "gpu")).isEqualTo("pods=50,requests.nvidia.com/gpu=8");
  }

  @Test
  void the_dry_run_of_a_deletion_deletes_nothing() throws StatusException {
    cluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
    cluster.apply(cluster.advice());

    try (Connection connection = cluster.connection()) {
      JsonObject quota = cluster.quota("lab", "plimsoll");
      JsonObject unused =
          new ApiWriter(connection)
              .delete(ApiPaths.quota("lab", "plimsoll"), quota, ApiWriter.Mode.DRY_RUN);
    }
    assertThat(cluster.hard("lab", "plimsoll")).isEqualTo("requests.nvidia.com/gpu=4");
  }

  @Test
  void a_created_quota_to_which_someone_added_ceilings_is_left_alone() throws StatusException {
    cluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");
    cluster.apply(cluster.advice());
    cluster.set("lab", "plimsoll", "pods", "5");

    assertThat(undo(Optional.of("lab")))
        .containsExactly(
            new WriteOutcome(
                "quota lab/plimsoll",
                Result.CONFLICT,
                "conflict: someone else has added ceilings; left unchanged"));
    assertThat(cluster.hard("lab", "plimsoll")).isEqualTo("pods=5,requests.nvidia.com/gpu=4");
  }

  @Test
  void without_changes_there_is_nothing_to_revert() throws StatusException {
    assertThat(undo(Optional.empty())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_annotation_that_someone_else_wrote_is_not_believed(boolean created)
      throws StatusException {
    String forged =
        "{\"policy\": \"gpus\", \"time\": \"t\", \"created\": %s,"
            + " \"before\": {\"requests.nvidia.com/gpu\": \"1000\"},"
            + " \"after\": {\"requests.nvidia.com/gpu\": \"32\"}}";
    cluster.annotate("nlp", "gpu", ReplacedAnnotation.ANNOTATION, forged.formatted(created));

    assertThat(undo(Optional.empty()))
        .containsExactly(
            new WriteOutcome(
                "quota nlp/gpu",
                Result.CONFLICT,
                "conflict: metadata.managedFields don't say that plimsoll-advisor alone wrote the"
                    + " annotation plimsoll.dev/replaced; left unchanged"));
    assertThat(cluster.hard("nlp", "gpu")).isEqualTo("requests.nvidia.com/gpu=32");
  }

  @Test
  void our_annotation_that_someone_else_changed_is_not_believed_any_more() throws StatusException {
    cluster.apply(cluster.advice());
    String changed =
        JsonFields.text(
                cluster.quota("vision", "gpu"),
                "metadata",
                "annotations",
                ReplacedAnnotation.ANNOTATION)
            .replace("\"requests.nvidia.com/gpu\":\"4\"", "\"requests.nvidia.com/gpu\":\"1000\"");
    cluster.annotate("vision", "gpu", ReplacedAnnotation.ANNOTATION, changed);

    assertThat(undo(Optional.of("vision")))
        .extracting(WriteOutcome::message)
        .containsExactly(ReplacedAnnotation.NOT_OURS);
    assertThat(cluster.hard("vision", "gpu")).isEqualTo("pods=50,requests.nvidia.com/gpu=8");
  }
}
