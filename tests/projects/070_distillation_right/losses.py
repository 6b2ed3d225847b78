import torch.nn.functional as F


def soft_loss(student, teacher, t):
    return F.kl_div(F.log_softmax(student / t, -1), F.softmax(teacher / t, -1), reduction="batchmean") * t * t


def log_soft_loss(student, teacher, t):
    s, q = F.log_softmax(student / t, -1), F.log_softmax(teacher / t, -1)
    return F.kl_div(s, q, reduction="batchmean", log_target=True) * t * t


def feature_loss(student_features, teacher_features, adapter):
    return F.mse_loss(adapter(student_features), teacher_features.detach())


SOFT = {"plain": soft_loss, "log": log_soft_loss}
