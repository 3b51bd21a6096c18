package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.recommend.Confidence;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.advisor.recommend.RecommendationEffect;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KeyRecommendationPropertyTest {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");

  @Property
  void its_object_has_a_valid_name(@ForAll("quotas") String quota, @ForAll("keys") String key) {
    assertThat(name(quota, key)).matches(SUBDOMAIN).hasSizeLessThanOrEqualTo(253);
  }

  @Property
  void different_keys_have_different_objects(
      @ForAll("quotas") String quota,
      @ForAll("keys") String key,
      @ForAll("quotas") String otherQuota,
      @ForAll("keys") String otherKey) {
    boolean same = quota.equals(otherQuota) && key.equals(otherKey);

    assertThat(name(quota, key).equals(name(otherQuota, otherKey))).isEqualTo(same);
  }

  @Example
  void names_that_are_written_alike_differ_in_their_hash() {
    assertThat(name("gpu", "requests.nvidia.com/gpu"))
        .matches("gpu\\.requests\\.nvidia\\.com-gpu-[0-9a-f]{12}")
        .isNotEqualTo(name("gpu.requests", "nvidia.com/gpu"))
        .isNotEqualTo(name("gpu", "requests.nvidia.com/GPU"));
  }

  @Provide
  Arbitrary<String> quotas() {
    return Arbitraries.strings()
        .withChars("ab0.-")
        .ofMinLength(1)
        .ofMaxLength(253)
        .map(s -> s.replaceAll("[.-]*\\.[.-]*", ".").replaceAll("^[.-]+|[.-]+$", ""))
        .filter(s -> SUBDOMAIN.matcher(s).matches());
  }

  @Provide
  Arbitrary<String> keys() {
    return Arbitraries.of(
        "pods",
        "requests.cpu",
        "requests.nvidia.com/gpu",
        "requests.nvidia.com/GPU",
        "requests.nvidia.com/mig-1g.5gb",
        "requests.nvidia.com/mig_1g.5gb",
        "gold.storageclass.storage.k8s.io/requests.storage",
        "count/deployments.apps",
        "requests.example.com/A_._-b",
        "requests." + "long.".repeat(40) + "example.com/" + "x".repeat(63));
  }

  private static String name(String quota, String key) {
    ResourceName name = ResourceName.of(key);
    ResourceQuotaProposal proposal =
        new ResourceQuotaProposal("t", "n", quota, Resources.EMPTY, List.of(), List.of(name));
    ResourceQuota object =
        new ResourceQuota(
            ObjectMeta.of("n", quota),
            ResourceQuotaSpec.of(Resources.EMPTY),
            ResourceQuotaStatus.NONE);
    QuotaRecommendation recommendation =
        new QuotaRecommendation(
            proposal,
            object,
            new RecommendationEffect(0, 0, 0, 0, 0, List.of(), List.of()),
            new Confidence(ConfidenceLevel.HIGH, ""));
    return new KeyRecommendation(recommendation, name, Optional.empty()).objectName();
  }
}
