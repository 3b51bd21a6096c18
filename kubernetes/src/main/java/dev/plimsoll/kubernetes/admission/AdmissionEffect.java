package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.limits.Injection;
import dev.plimsoll.kubernetes.limits.LimitRangeViolation;
import dev.plimsoll.kubernetes.pod.QosClass;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import dev.plimsoll.kubernetes.validation.FieldError;
import java.util.List;
import java.util.Optional;

/** The finding of one layer, or the change that the layer made to an object. */
public sealed interface AdmissionEffect {

  /** Nothing beyond the object and the denial. */
  record Plain() implements AdmissionEffect {}

  /**
   * A plug-in denied the object for what isn't a matter of resources: an account, a security level,
   * a policy.
   *
   * @param denier who denied it, such as {@code ServiceAccount}
   * @param remarks what is to be said of it besides the message, a sentence each
   */
  record Forbidden(String denier, List<String> remarks) implements AdmissionEffect {

    public Forbidden {
      remarks = List.copyOf(remarks);
    }
  }

  /**
   * LimitRanges gave containers what they lacked.
   *
   * @param injections what was set; may be empty
   */
  record Injected(List<Injection> injections) implements AdmissionEffect {

    public Injected {
      injections = List.copyOf(injections);
    }
  }

  /**
   * The pod was given its priority.
   *
   * @param priorityClass the class it comes from, empty for none
   * @param priority the priority
   */
  record Prioritized(String priorityClass, int priority) implements AdmissionEffect {}

  /**
   * A runtime class added to the pod.
   *
   * @param runtimeClass the class
   * @param overhead what the pod is charged on top
   */
  record OverheadAdded(String runtimeClass, Resources overhead) implements AdmissionEffect {}

  /**
   * A claim without a storage class was given one.
   *
   * @param storageClass the class
   */
  record StorageClassSet(String storageClass) implements AdmissionEffect {}

  /**
   * The pod's QoS class was found.
   *
   * @param qosClass the class
   */
  record Classified(QosClass qosClass) implements AdmissionEffect {}

  /**
   * The fields were validated.
   *
   * @param errors what is wrong; may be empty
   */
  record Validated(List<FieldError> errors) implements AdmissionEffect {

    public Validated {
      errors = List.copyOf(errors);
    }
  }

  /**
   * The object was checked against LimitRanges.
   *
   * @param violations the violations of all LimitRanges; the first of these denies the object
   */
  record Bounded(List<LimitRangeViolation> violations) implements AdmissionEffect {

    public Bounded {
      violations = List.copyOf(violations);
    }
  }

  /**
   * The object was checked against quotas.
   *
   * @param outcome what they make of it
   */
  record Charged(QuotaOutcome outcome) implements AdmissionEffect {

    /** Returns why it is denied, if it is. */
    public Optional<QuotaDenial> denial() {
      return outcome instanceof QuotaOutcome.Denied denied
          ? Optional.of(denied.denial())
          : Optional.empty();
    }
  }
}
