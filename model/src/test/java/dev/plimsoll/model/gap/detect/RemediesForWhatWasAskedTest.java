package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A remedy lets the pods run that were asked about, and says so. */
class RemediesForWhatWasAskedTest {
  private static final Volume DATA = new Volume("data", Optional.of("data"));

  private static StorageClass storageClass(String name, boolean isDefault) {
    return new StorageClass(
        ObjectMeta.of("", name), "disk.example.com", "WaitForFirstConsumer", isDefault, List.of());
  }

  private static String commands(Remedy remedy) {
    return remedy.commands().stream().map(KubectlCommand::text).collect(Collectors.joining("\n"));
  }

  private static Pod storing() {
    return pod("p").requests("cpu=1").volumes(DATA).build();
  }

  @Test
  void a_remedy_says_whose_pods_it_places() {
    Remedy remedy =
        gap(
                GapKind.QuotaExhaustedCapacityFree,
                node("n").has(GPU, "8").build(),
                deployment("w", 2, gpuPod(1)),
                quota("q").hard(GPUS + "=1").used(GPUS + "=1").build())
            .remedies()
            .get(0);

    assertThat(remedy.result())
        .isEqualTo("2 of 2 pods of deployment/w admitted and placed on n (2)");
    assertThat(remedy.foretold())
        .hasValueSatisfying(
            f -> {
              assertThat(f.workload().name()).isEqualTo("w");
              assertThat(f.pods()).isEqualTo(2);
              assertThat(f.placed()).isEqualTo(2);
            });
  }

  @Test
  void a_workload_is_stopped_for_others_last_and_by_name() {
    Gap gap =
        gap(
            GapKind.PendingHoldsQuota,
            node("n").has(GPU, "8").build(),
            gpuPod("large", 9, ""),
            deployment("w", 1, gpuPod(1)),
            quota("q").hard(GPUS + "=9").used(GPUS + "=9").build());

    assertThat(gap.object().name()).isEqualTo("large");
    Remedy last = gap.remedies().get(gap.remedies().size() - 1);
    assertThat(last.stops()).contains(gap.object());
    assertThat(last.action())
        .isEqualTo(
            "give up pod/large: delete it, since its pending pod holds 9 of"
                + " requests.nvidia.com/gpu that deployment/w needs");
    assertThat(last.result()).startsWith("1 of 1 pod of deployment/w admitted and placed");
  }

  @Test
  void the_workload_of_others_that_is_stopped_is_not_given_up() {
    Gap gap =
        gap(
            GapKind.QuotaExhaustedCapacityFree,
            node("n").has(GPU, "8").build(),
            gpuPod("large", 9, ""),
            deployment("w", 1, gpuPod(1)),
            quota("q").hard(GPUS + "=9").used(GPUS + "=9").build());

    assertThat(gap.remedies())
        .extracting(Remedy::action)
        .contains("delete pod/large, whose pending pod holds 9 of requests.nvidia.com/gpu");
  }

  @Test
  void a_claim_of_a_class_that_is_missing_gets_one_that_is_there() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has("cpu", "8").build(),
            storageClass("standard", true),
            storageClass("premium", false),
            claim("data").of("fast").build(),
            storing());

    assertThat(gap.message())
        .contains("claim data is pending: its storage class fast doesn't exist");
    Remedy tenant = gap.remedies().get(0);
    assertThat(tenant.helps()).isTrue();
    assertThat(tenant.who()).containsExactly(Actor.TENANT);
    assertThat(tenant.action())
        .isEqualTo(
            "create claim data again with storage class standard instead of fast, which does not exist"
                + " (there are: standard, premium)");
    assertThat(commands(tenant))
        .contains("kubectl patch persistentvolumeclaim data -n team-a --type=json")
        .contains("\"path\":\"/spec/storageClassName\",\"value\":\"standard\"")
        .contains("replace --force");
    Remedy admin = gap.remedies().get(1);
    assertThat(admin.helps()).isTrue();
    assertThat(admin.who()).containsExactly(Actor.ADMIN);
    assertThat(admin.action()).isEqualTo("create storage class fast like standard");
    assertThat(commands(admin)).contains("storageclass standard").contains("{\"name\":\"fast\"}");
  }

  @Test
  void a_claim_that_is_missing_is_created() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has("cpu", "8").build(),
            storageClass("standard", true),
            storing());

    Remedy remedy = gap.remedies().get(0);
    assertThat(remedy.helps()).isTrue();
    assertThat(remedy.action())
        .isEqualTo(
            "create claim data with 1Gi of storage class standard, or with as much as the pod needs");
    assertThat(commands(remedy)).contains("kubectl create -f - <<'EOF'");
  }

  @Test
  void a_claim_without_a_class_gets_one_where_there_is_no_default() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has("cpu", "8").build(),
            storageClass("standard", false),
            claim("data").build(),
            storing());

    assertThat(gap.remedies().get(0).helps()).isTrue();
    assertThat(gap.remedies().get(0).action())
        .isEqualTo(
            "create claim data again with storage class standard, since no class is the default"
                + " (there are: standard)");
  }

  @Test
  void where_no_class_makes_volumes_none_is_proposed() {
    assertThat(
            gap(
                    GapKind.NoEligibleNode,
                    node("n").has("cpu", "8").build(),
                    claim("data").of("fast").build(),
                    storing())
                .remedies())
        .isEmpty();
  }

  @Test
  void a_runtime_class_that_is_missing_is_created_and_those_that_exist_are_named() {
    Pod pod = pod("p").requests("cpu=1").spec(s -> s.runtimeClassName("kata")).build();
    Remedy remedy =
        gap(
                GapKind.PodInvalid,
                node("n").has("cpu", "8").build(),
                new RuntimeClass(ObjectMeta.of("", "nvidia"), Resources.EMPTY, Map.of(), List.of()),
                deployment("w", 2, pod))
            .remedies()
            .get(0);

    assertThat(remedy.helps()).isTrue();
    assertThat(remedy.action())
        .isEqualTo(
            "create runtime class kata with handler kata, which the container runtime of the nodes"
                + " must have (there are: nvidia)");
    assertThat(commands(remedy)).contains("\"kind\":\"RuntimeClass\"", "\"handler\":\"kata\"");
  }

  @Test
  void a_claim_whose_volume_is_missing_is_created_again_with_its_class() {
    Gap gap =
        gap(
            GapKind.NoEligibleNode,
            node("n").has("cpu", "8").build(),
            storageClass("standard", true),
            storageClass("premium", false),
            claim("data").of("premium").boundTo("pv-1").lost().build(),
            storing());

    assertThat(gap.message()).contains("claim data is lost: its volume pv-1 doesn't exist");
    Remedy remedy = gap.remedies().get(0);
    assertThat(remedy.helps()).isTrue();
    assertThat(remedy.action())
        .isEqualTo(
            "create claim data again with storage class premium, since volume pv-1 does not exist"
                + " (there are: standard, premium)");
    assertThat(commands(remedy))
        .contains(
            "{\"op\":\"remove\",\"path\":\"/spec/volumeName\"}",
            "\"path\":\"/metadata/annotations/pv.kubernetes.io~1bind-completed\"",
            "replace --force");
  }

  @Test
  void a_service_account_that_is_missing_is_created() {
    Pod pod = pod("p").requests("cpu=1").spec(s -> s.serviceAccountName("trainer")).build();
    Gap gap =
        gap(
            GapKind.AdmissionRefused,
            node("n").has("cpu", "8").build(),
            new ServiceAccount(ObjectMeta.of("team-a", "default"), false, true),
            deployment("w", 2, pod));

    Remedy remedy = gap.remedies().get(0);
    assertThat(remedy.helps()).isTrue();
    assertThat(remedy.who()).containsExactly(Actor.TENANT);
    assertThat(remedy.action()).isEqualTo("create service account trainer");
    assertThat(commands(remedy)).contains("\"kind\":\"ServiceAccount\"");
    assertThat(remedy.result()).startsWith("2 of 2 pods of deployment/w admitted and placed");
  }
}
