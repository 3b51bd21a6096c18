package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;

/** May change or deny what is about to be written; an error is thrown as a StatusError. */
public interface Admission {
  /** The object to go on with. */
  JsonObject mutate(AdmissionCall call);

  void validate(AdmissionCall call);
}
